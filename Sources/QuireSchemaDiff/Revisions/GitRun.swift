import Dispatch
import Foundation
import QuireSchema

/// A finished run of git.
struct GitRun {
    let code: Int32
    let output: [UInt8]
    private let errors: String

    /// Runs git in a folder. It reads the repository, and writes nothing.
    ///
    /// - Throws: `SchemaOriginError` if git cannot be started.
    init(_ arguments: [String], in folder: URL) throws(SchemaOriginError) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        process.currentDirectoryURL = folder
        // A hook of git sets variables that would select its repository instead of the schema's.
        var environment = ProcessInfo.processInfo.environment
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] { environment[name] = nil }
        environment["LC_ALL"] = "C"
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch {
            throw SchemaOriginError(
                "git could not be started: \(error.localizedDescription). Install git, or, where a sandbox forbids it, "
                    + "compare with a folder: --against FOLDER")
        }
        // Both pipes are read at once, or git would block on the other.
        let messages = Messages()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            messages.text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        self.output = Array(output.fileHandleForReading.readDataToEndOfFile())
        group.wait()
        process.waitUntilExit()
        code = process.terminationReason == .exit ? process.terminationStatus : -1
        self.errors = messages.text
        if code == 127, self.errors.contains("git") {
            throw SchemaOriginError(
                "git was not found. Install git, or compare with a folder: --against FOLDER")
        }
    }

    /// The first line of git's own message, after a colon.
    var reason: String {
        guard let line = errors.split(separator: "\n").first else { return "" }
        var text = line[...]
        for prefix in ["fatal: ", "error: "] where text.hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        return ": " + printableLine(String(text))
    }

    /// Unchecked, because it is written by one thread, and read after that thread has finished.
    private final class Messages: @unchecked Sendable {
        var text = ""
    }
}
