import Foundation
import Testing

@Suite("quire init begins a schema", .timeLimit(.minutes(30)))
struct InitTests {
    @Test("It writes a valid schema beside the JSON Schema, and does not write a second time")
    func begin() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let run = try await command.run("init")
        #expect(run.code == 0 && run.output.contains(#"path: "Schema""#), "\(run.errors)")
        let check = try await command.run("check")
        #expect(check.code == 0 && check.errors == "", "\(check.errors)")
        let schema = command.folder.appendingPathComponent("Schema/content.json")
        #expect(
            try String(contentsOf: schema, encoding: .utf8).contains(#""$schema": "./quire.schema.json""#))
        let written = try Data(contentsOf: command.folder.appendingPathComponent("Schema/quire.schema.json"))
        var root = URL(fileURLWithPath: #filePath)
        while root.path != "/",
            !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
        {
            root.deleteLastPathComponent()
        }
        #expect(try Data(contentsOf: root.appendingPathComponent("Schema/quire.schema.json")) == written)
        try Data("mine".utf8).write(to: schema)
        let again = try await command.run("init")
        #expect(again.code == 1 && again.errors.contains("exists already"))
        #expect(try Data(contentsOf: schema) == Data("mine".utf8))
    }
}
