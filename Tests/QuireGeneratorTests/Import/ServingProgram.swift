import Foundation
import Testing

/// `quire serve` as a process on a free port; ends with the test.
final class ServingProgram {
    /// The address: `http://127.0.0.1:41234`.
    let address: String
    private let process = Process()

    /// Starts it, and waits for the line with its address.
    init(schema: String, _ arguments: [String] = []) throws {
        let output = Pipe()
        process.executableURL = try Places.program("quire")
        process.arguments = ["serve", "--schema", schema, "--port", "0", "--quiet"] + arguments
        process.standardOutput = output
        try process.run()
        var said = ""
        while !said.contains("\n") {
            // Waits for output; empty data means that it has ended.
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            said += String(decoding: data, as: UTF8.self)
        }
        let line = said.split(separator: "\n").first ?? ""
        address = line.split(separator: " ").last.map(String.init) ?? ""
        try #require(address.hasPrefix("http://127.0.0.1:"), "output: \(said)")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
