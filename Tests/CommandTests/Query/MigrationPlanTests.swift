#if SQLite
import Foundation
import Testing

import QuireCommand

@Suite("quire migrate", .timeLimit(.minutes(30)))
struct MigrationPlanTests {
    private let newer = Notes.schema.replacing(
        "{ \"name\": \"done\"",
        with: "{ \"name\": \"pages\", \"type\": \"integer\", \"required\": true }, { \"name\": \"done\"")

    private func filled() async throws -> BuiltCommand {
        let command = try BuiltCommand()
        try command.write(Notes.schema, to: "notes.json")
        try command.write(newer, to: "newer.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        return command
    }

    @Test("--dry-run prints the plan and the values that do not fit, and changes no byte")
    func dryRun() async throws {
        let command = try await filled()
        defer { command.remove() }
        let file = command.folder.appendingPathComponent("s.sqlite").path
        let before = FileManager.default.contents(atPath: file)
        let options = ["migrate", "--schema", "newer.json", "--store", "s.sqlite", "--dry-run"]
        let run = try await command.run(options)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("adds \"pages\""), "\(run.output)")
        #expect(run.output.contains("\"pages\" does not fit in 3 items: expected a value"), "\(run.output)")
        #expect(try await command.run(options + ["--strict"]).code == 1)
        let json = try await command.run(options + ["--json"])
        let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(report?["lossless"] as? Bool == false && report?["migrated"] as? Bool == false)
        let modules = report?["modules"] as? [[String: Any]]
        #expect(modules?.first?["work"] as? String == "addFields")
        #expect(modules?.first?["added"] as? [String] == ["pages"])
        #expect(FileManager.default.contents(atPath: file) == before)
    }

    @Test("Invisible characters in content leave --json valid")
    func invisibleCharacters() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        func schema(_ type: String) -> String {
            #"{"quire": 1, "modules": [{"name": "notes", "fields": [{"name": "t", "type": "\#(type)"}]}]}"#
        }
        try command.write(schema("text"), to: "old.json")
        try command.write(schema("integer"), to: "new.json")
        try command.write(#"{"id": "a\u202Eb\u2028c", "t": "x"}"#, to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "old.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        let run = try await command.run(
            "migrate", "--schema", "new.json", "--store", "s.sqlite", "--dry-run", "--json")
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let modules = report?["modules"] as? [[String: Any]]
        let fields = modules?.first?["incompatible"] as? [[String: Any]]
        let values = fields?.first?["values"] as? [[String: Any]]
        #expect(values?.first?["id"] as? String == "a\u{202E}b\u{2028}c", "\(run.output)")
    }

    @Test("Line breaks in content add no lines to a plan")
    func lineBreaks() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        func schema(_ type: String) -> String {
            #"{"quire": 1, "modules": [{"name": "notes", "fields": [{"name": "t", "type": "\#(type)"}]}]}"#
        }
        try command.write(schema("text"), to: "old.json")
        try command.write(schema("integer"), to: "new.json")
        try command.write(#"{"id": "a\nnotes matches\n", "t": "x"}"#, to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "old.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        let run = try await command.run("migrate", "--schema", "new.json", "--store", "s.sqlite", "--dry-run")
        #expect(run.lines.count == 3, "\(run.output)")
        #expect(run.lines.first?.contains("rewrites 1 item, because") == true, "\(run.output)")
        #expect(run.lines.dropFirst().first?.contains("does not fit in 1 item: ") == true, "\(run.output)")
    }

    @Test("A plan that cannot be written fails", arguments: ["--dry-run", "--dry-run --json", "--check"])
    func fullDisk(options: String) async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let command = try await filled()
        defer { command.remove() }
        let run = try await command.shell(
            "exec \"$0\" migrate --schema notes.json --store s.sqlite \(options) > /dev/full")
        #expect(run.code == 1 && run.errors.contains("Could not write the output"), "\(run.errors)")
    }

    @Test("--strict refuses, and --backup keeps the earlier state in a new file")
    func backup() async throws {
        let command = try await filled()
        defer { command.remove() }
        let options = ["migrate", "--schema", "newer.json", "--store", "s.sqlite"]
        let strict = try await command.run(options + ["--strict", "--backup"])
        #expect(
            strict.code == 1 && strict.errors.contains("3 items would not fit the schema"), "\(strict.errors)"
        )
        let backup = command.folder.appendingPathComponent("s.sqlite.backup").path
        #expect(!FileManager.default.fileExists(atPath: backup))
        let run = try await command.run(options + ["--backup"])
        #expect(
            run.code == 0 && run.output.contains("the earlier state is in s.sqlite.backup"), "\(run.errors)")
        let check = try await command.run("migrate", "--schema", "notes.json", "--store", "s.sqlite.backup")
        #expect(check.output == "s.sqlite.backup matches the schema\n")
        let again = try await command.run(
            "migrate", "--schema", "notes.json", "--store", "s.sqlite", "--allow-downgrade", "--backup",
            "s.sqlite.backup")
        #expect(again.code == 1 && again.errors.contains("there is already a file"), "\(again.errors)")
    }

    private static func typed(_ type: String, module: String = #""name": "notes""#) -> String {
        #"{"quire": 1, "modules": [{\#(module), "fields": [{"name": "t", "type": "\#(type)"}]}]}"#
    }

    private func typed(_ next: String) async throws -> BuiltCommand {
        let command = try BuiltCommand()
        try command.write(Self.typed("text"), to: "old.json")
        try command.write(next, to: "new.json")
        try command.write(#"{"id": "1", "t": "10"}"# + "\n" + #"{"id": "2", "t": "ten"}"#, to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "old.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        return command
    }

    @Test(
        "--dry-run ends as the migration does",
        arguments: [[], ["--strict"], ["--allow-downgrade"], ["--allow-downgrade", "--strict"]])
    func ending(options: [String]) async throws {
        let command = try await typed(Self.typed("integer"))
        defer { command.remove() }
        let migrate = ["migrate", "--schema", "new.json", "--store", "s.sqlite"] + options
        let dry = try await command.run(migrate + ["--dry-run"])
        let json = try await command.run(migrate + ["--dry-run", "--json"])
        let run = try await command.run(migrate)
        #expect(dry.code == run.code && dry.errors == run.errors, "\(dry.errors)\(run.errors)")
        #expect(json.code == run.code && json.errors == run.errors)
        #expect(run.code == (options == ["--allow-downgrade"] ? 0 : 1))
        #expect(dry.output.contains("2 items of notes do not fit the schema"), "\(dry.output)")
    }

    @Test(
        "A migration says how many items do not fit, and the command that it names mends those that can be read"
    )
    func mending() async throws {
        let command = try await typed(Self.typed("integer"))
        defer { command.remove() }
        let run = try await command.run(
            "migrate", "--schema", "new.json", "--store", "s.sqlite", "--allow-downgrade")
        #expect(
            run.code == 0 && run.output.contains("2 items of notes do not fit the schema."), "\(run.output)")
        let remedy = try #require(run.lines.last?.split(separator: ": quire ").last)
        #expect(remedy == "load --schema new.json --store s.sqlite --module notes <file>")
        let arguments = remedy.split(separator: " ").dropLast().map(String.init)
        let load = try await command.run(arguments + ["notes.ndjson"])
        #expect(
            load.code == 1 && load.errors.contains("notes.ndjson:2:1: error: values.t: expected an integer"),
            "\(load.errors)")
        let found = try await command.run(
            "query", "--schema", "new.json", "--store", "s.sqlite", "--module", "notes", "--count",
            "--filter",
            "t = 10")
        #expect(found.output == "1\n", "\(found.errors)")
    }

    @Test("A migration with a rename is not called a step back, and an older schema is refused after it")
    func forward() async throws {
        let renamed = Self.typed("integer", module: #""name": "remarks", "was": ["notes"]"#)
        let command = try await typed(renamed)
        defer { command.remove() }
        let run = try await command.run("migrate", "--schema", "new.json", "--store", "s.sqlite")
        #expect(run.code == 0 && run.errors == "", "\(run.errors)")
        let back = ["migrate", "--schema", "old.json", "--store", "s.sqlite"]
        for options in [back, back + ["--dry-run"]] {
            let refused = try await command.run(options)
            #expect(refused.code == 1 && refused.errors.contains(#"notes undoes its rename to "remarks""#))
            #expect(refused.errors.contains("--allow-downgrade"), "\(refused.errors)")
        }
        let query = try await command.run(
            "query", "--schema", "old.json", "--store", "s.sqlite", "--module", "notes", "--count")
        #expect(
            query.code == 1 && query.errors.contains("A later schema has migrated the store"),
            "\(query.errors)")
        let load = try await command.run(
            "load", "--schema", "old.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0 && load.errors.contains("Quire: warning: "), "\(load.errors)")
        _ = try await command.run("migrate", "--schema", "new.json", "--store", "s.sqlite")
        let all = try await command.run(
            "query", "--schema", "new.json", "--store", "s.sqlite", "--module", "remarks", "--count")
        #expect(all.output == "2\n", "\(all.errors)")
    }
}
#endif
