#if SQLite
import Foundation
import Testing

@testable import QuireCommand

@Suite("quire migrate", .timeLimit(.minutes(60)))
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
        #expect(run.lines.count == 2, "\(run.output)")
        #expect(run.lines.first?.contains("rewrites 1 item, because") == true, "\(run.output)")
        #expect(run.lines.last?.contains("does not fit in 1 item: ") == true, "\(run.output)")
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
        #expect(strict.code == 1 && strict.errors.contains("do not fit the schema"), "\(strict.errors)")
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
}
#endif
