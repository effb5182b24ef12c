import Foundation
import Testing

/// The built `quire`, run as a process in a separate folder.
struct BuiltCommand {
    /// The result of a run.
    struct Run {
        /// The exit code, or the negative signal number.
        var code: Int32
        var output: String
        /// Standard error without the progress, which depends on the machine's load.
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    let folder: URL
    /// Environment variables in addition to those that every process needs.
    var environment: [String: String] = [:]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The binary, which the build puts beside the tests.
    static func program() throws -> URL {
        let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
        let products = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        let program = products.appendingPathComponent("quire")
        try #require(
            FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not built")
        return program
    }

    /// Writes a file into the folder.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Runs it to its end.
    func run(_ arguments: String..., input: String? = nil) async throws -> Run {
        try await run(arguments, input: input)
    }

    func run(_ arguments: [String], input: String? = nil) async throws -> Run {
        try await start(arguments, input: input).end()
    }

    /// Runs a shell command line in which `$0` is the program.
    func shell(_ line: String) async throws -> Run {
        try await start(
            ["-c", line, try Self.program().path], executable: URL(fileURLWithPath: "/bin/sh")
        ).end()
    }

    /// Starts it.
    func start(
        _ arguments: [String], input: String? = nil, executable: URL? = nil
    ) throws -> Started {
        let name = UUID().uuidString
        // Files instead of pipes: an unread pipe would block the process.
        let output = folder.appendingPathComponent("\(name).output")
        let errors = folder.appendingPathComponent("\(name).errors")
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = try executable ?? Self.program()
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let own = ["HOME": folder.path, "XDG_CACHE_HOME": folder.path, "PATH": "/usr/bin:/bin"]
        process.environment = own.merging(environment) { $1 }
        if let input {
            let file = folder.appendingPathComponent("\(name).input")
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        return try Started(process, output, errors)
    }

    /// A run that has not ended.
    final class Started: @unchecked Sendable {
        private let process: Process
        private let output: URL
        private let errors: URL
        private let ending: AsyncStream<Void>

        fileprivate init(_ process: Process, _ output: URL, _ errors: URL) throws {
            self.process = process
            self.output = output
            self.errors = errors
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            ending = stream
            process.terminationHandler = { _ in continuation.finish() }
            try process.run()
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        var isRunning: Bool { process.isRunning }

        /// Its output until now.
        var printed: String {
            get throws { String(decoding: try Data(contentsOf: output), as: UTF8.self) }
        }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Sends a signal as soon as a condition holds, or after the end of the run.
        ///
        /// A separate thread waits, because other tests may occupy all threads of the cooperative pool for seconds.
        func send(_ signal: Int32, once condition: @escaping @Sendable () -> Bool) async {
            await withCheckedContinuation { continuation in
                Thread { [self] in
                    while isRunning, !condition() { Thread.sleep(forTimeInterval: 0.002) }
                    send(signal)
                    continuation.resume()
                }.start()
            }
        }

        /// Waits for the first line of its output, or for its end.
        func firstLine() async throws -> String {
            while true {
                let wasRunning = process.isRunning
                let said = String(decoding: try Data(contentsOf: output), as: UTF8.self)
                if said.contains("\n") || !wasRunning { return said.prefix { $0 != "\n" }.description }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Waits for its end.
        func end() async throws -> Run {
            for await _ in ending {}
            process.waitUntilExit()
            return Run(
                code: process.terminationReason == .exit
                    ? process.terminationStatus : -process.terminationStatus,
                output: try String(contentsOf: output, encoding: .utf8),
                errors: try String(contentsOf: errors, encoding: .utf8)
                    .replacing(/[^\n]+: [0-9]+ %, [^\n]+\n/, with: ""))
        }
    }
}
