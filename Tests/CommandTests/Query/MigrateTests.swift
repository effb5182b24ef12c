#if SQLite
import Foundation
import Testing

import QuireCommand

@Suite("A store that does not match the schema", .timeLimit(.minutes(30)))
struct MigrateTests {
    private let newer = Notes.schema.replacing(
        "{ \"name\": \"done\"", with: "{ \"name\": \"pages\", \"type\": \"integer\" }, { \"name\": \"done\"")

    @Test("quire query names the command that migrates it, and that command works")
    func migrate() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(newer, to: "newer.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        let query = [
            "query", "--schema", "newer.json", "--store", "s.sqlite", "--module", "notes", "--count",
        ]
        let refused = try await command.run(query)
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains("Run 'quire migrate --store s.sqlite' with the same schema"),
            "\(refused.errors)"
        )
        #expect(!refused.errors.contains("isReadOnly"))

        let options = ["migrate", "--schema", "newer.json", "--store", "s.sqlite"]
        let check = try await command.run(options + ["--check"])
        #expect(check.code == 1 && check.output.contains("adds \"pages\""), "\(check.output)\(check.errors)")
        #expect(try await command.run(query).code == 1)
        let migrated = try await command.run(options)
        #expect(
            migrated.code == 0 && migrated.output.hasSuffix("s.sqlite is migrated\n"), "\(migrated.errors)")
        #expect(try await command.run(query).output == "3\n")
        let again = try await command.run(options)
        #expect(again.code == 0 && again.output == "s.sqlite matches the schema\n")
    }

    @Test("A possibly older schema is rejected unless it is requested")
    func downgrade() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(newer, to: "newer.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        _ = try await command.run("load", "--schema", "newer.json", "--store", "s.sqlite", "notes.ndjson")
        let options = ["migrate", "--schema", "notes.json", "--store", "s.sqlite"]
        let refused = try await command.run(options)
        #expect(refused.code == 1 && refused.errors.contains("--allow-downgrade"), "\(refused.errors)")
        let allowed = try await command.run(options + ["--allow-downgrade"])
        #expect(allowed.code == 0, "\(allowed.errors)")
    }

    @Test("A missing file is not created")
    func missing() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        let run = try await command.run("migrate", "--schema", "notes.json", "--store", "none.sqlite")
        #expect(run.code == 1)
        #expect(
            !FileManager.default.fileExists(
                atPath: command.folder.appendingPathComponent("none.sqlite").path))
    }
}
#endif
