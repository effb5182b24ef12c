import Foundation
import Testing

/// An independent validator for JSON Schema: python3's package `jsonschema`.
enum Validator {
    static let isAvailable: Bool = (try? run(["-c", "import jsonschema"]))?.status == 0
    /// In CI the validator is required; elsewhere its tests are skipped with this reason.
    static let isDemanded = isAvailable || ProcessInfo.processInfo.environment["CI"] != nil
    static let reason: Comment =
        "python3 has no package jsonschema; install it to judge Schema/quire.schema.json"

    static let schema = Fixtures.repository.appendingPathComponent("Schema/quire.schema.json")

    /// The error of each document according to the JSON Schema; empty if it is valid.
    static func judge(_ documents: [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-judge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("documents.json")
        try JSONEncoder().encode(documents).write(to: input)
        let script = Fixtures.folder.appendingPathComponent("validate.py")
        let (status, output) = try run([script.path, schema.path, input.path])
        try #require(status == 0, "the validator failed: \(output.prefix(400))")
        let verdicts = try JSONDecoder().decode([String].self, from: Data(output.utf8))
        try #require(verdicts.count == documents.count)
        return verdicts
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
