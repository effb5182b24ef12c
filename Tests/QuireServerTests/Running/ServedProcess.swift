import Foundation
import Testing
import TransportDoubles

/// `quire serve` as a separate program.
final class ServedProcess: @unchecked Sendable {
    let process = Process()
    let port: Int
    /// Its output before it began to serve, and its address.
    let announcement: String
    private let output: Pipe
    private let errors: URL

    /// Starts it, and returns when it has printed its address.
    static func start(_ folder: TemporaryFolder, _ arguments: [String] = []) async throws -> ServedProcess {
        try await blocking { try ServedProcess(folder, arguments) }
    }

    private init(_ folder: TemporaryFolder, _ arguments: [String]) throws {
        errors = folder.url.appendingPathComponent("errors-\(UUID().uuidString)")
        try Data().write(to: errors)
        output = Pipe()
        process.executableURL = try BuiltProducts.program("quire")
        process.arguments = ["serve", "--schema", try folder.schema().path, "--port", "0"] + arguments
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        announcement = text
        guard let port = text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\n/).flatMap({ Int($0.1) }) else {
            process.waitUntilExit()
            throw NoAddress(said: text + ((try? String(contentsOf: errors, encoding: .utf8)) ?? ""))
        }
        self.port = port
    }

    struct NoAddress: Error { var said: String }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Sends a signal and waits for the end; returns the exit code, or the negative signal number.
    func end(_ signal: Int32 = SIGTERM) async throws -> Int32 {
        kill(process.processIdentifier, signal)
        return try await blocking {
            self.process.waitUntilExit()
            return self.process.terminationReason == .exit
                ? self.process.terminationStatus : -self.process.terminationStatus
        }
    }

    /// The resident memory in kilobytes, or `nil` if the system does not report it.
    var residentKilobytes: Int? {
        let path = "/proc/\(process.processIdentifier)/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/).flatMap { Int($0.1) }
    }

    /// Runs the program to its end; returns its exit code and standard error.
    static func failing(_ arguments: [String]) async throws -> (code: Int32, said: String) {
        try await blocking {
            let process = Process()
            let errors = Pipe()
            process.executableURL = try BuiltProducts.program("quire")
            process.arguments = arguments
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, said)
        }
    }
}

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// A schema of notes.
    func schema() throws -> URL {
        try write(
            "notes.json",
            """
            { "quire": 1, "modules": [ { "name": "notes", "fields": [
                { "name": "title", "type": "text", "required": true, "sortable": true },
                { "name": "number", "type": "integer", "sortable": true },
                { "name": "body", "type": "longText" },
                { "name": "mood", "type": "choice", "values": ["calm", "wild"], "closed": true } ] } ] }
            """)
    }
}
