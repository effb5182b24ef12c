import Foundation
import Testing

/// `quire serve` as a process on a free port; ended with the test.
final class ServingProgram {
    /// Where it serves: `http://127.0.0.1:41234`.
    let address: String
    private let process = Process()

    /// Starts it, and waits for the line in which it says where it serves.
    init(schema: String, _ arguments: [String] = []) throws {
        let output = Pipe()
        process.executableURL = try Places.program("quire")
        process.arguments = ["serve", "--schema", schema, "--port", "0", "--quiet"] + arguments
        process.standardOutput = output
        try process.run()
        var said = ""
        while !said.contains("\n") {
            // Waits for the program's words; nothing means that it has ended.
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            said += String(decoding: data, as: UTF8.self)
        }
        let line = said.split(separator: "\n").first ?? ""
        address = line.split(separator: " ").last.map(String.init) ?? ""
        try #require(address.hasPrefix("http://127.0.0.1:"), "it said: \(said)")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
