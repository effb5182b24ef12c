import Foundation
import Testing

/// The built program, run as a process.
struct BuiltProgram {
    /// The result of a run.
    struct Run {
        var code: Int32
        var output: String
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The last column of the table rows, which contains the ids.
        var ids: [String] {
            lines.dropFirst().dropLast().compactMap { $0.split(separator: " ").last.map(String.init) }
        }
    }

    /// A separate folder for files and caches.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "bookshop-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The binary, which the build puts beside the tests.
    static let url: URL = {
        let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
        let products = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return products.appendingPathComponent("bookshop")
    }()

    /// Runs the program with arguments; its output is not a terminal.
    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
        try await launch(Self.url, arguments, environment)
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Run {
        try await launch(Self.url, arguments, environment)
    }

    /// Runs the command line of Quire, which is built beside the program.
    func quire(_ arguments: String...) async throws -> Run {
        try await launch(
            Self.url.deletingLastPathComponent().appendingPathComponent("quire"), arguments, [:])
    }

    /// Runs a shell command line in which `$0` is the program.
    func shell(_ line: String) async throws -> Run {
        try await launch(URL(fileURLWithPath: "/bin/sh"), ["-c", line, Self.url.path], [:])
    }

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func launch(_ executable: URL, _ arguments: [String], _ environment: [String: String])
        async throws -> Run
    {
        try #require(
            FileManager.default.isExecutableFile(atPath: executable.path), "\(executable.path) is not built")
        let name = UUID().uuidString
        // Files instead of pipes: an unread pipe would block the process.
        let output = folder.appendingPathComponent("\(name).output")
        let errors = folder.appendingPathComponent("\(name).errors")
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let own = ["HOME": folder.path, "XDG_CACHE_HOME": folder.path, "PATH": "/usr/bin:/bin"]
        process.environment = own.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        let code = try await withCheckedThrowingContinuation {
            (done: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
        }
        return Run(
            code: code, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}

/// The search clusters that can hold the shop.
enum ShopCluster: String, CaseIterable, Sendable { case typesense, opensearch }
