import Foundation
import Testing

/// `quire diff` as a program.
@Suite("quire diff", .timeLimit(.minutes(30)))
struct DiffCommandTests {
    private let old =
        #"{"quire": 1, "modules": [{"name": "books", "fields": [{"name": "age", "type": "integer"}]}]}"#
    private var new: String { old.replacing("integer", with: "number") }

    @Test("It reports the changes, and fails only for the aspects and severities that are asked for")
    func gates() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(old, to: "old.json")
        try command.write(new, to: "Schema/new.json")
        let run = try await command.run("diff", "old.json", "Schema")
        #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.lines.first == "breaking: books.age: type changed from integer to number [type-changed]")
        #expect(run.lines.last == "1 change: 1 breaking; 1 fails the check")
        // Old apps reject fractions, and whole numbers above 2^53 do not fit: both are risky.
        let wire = try await command.run("diff", "--against", "old.json", "--for", "wire,stored")
        #expect(wire.code == 0, "\(wire.errors)")
        let strict = try await command.run(
            "diff", "--against=old.json", "--for=wire,stored", "--fail-on=risky")
        #expect(strict.code == 1)
        #expect(try await command.run("diff", "Schema", "Schema/new.json").output == "no changes\n")
    }

    @Test("The JSON report has the locations and verdicts")
    func json() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(old, to: "old.json")
        try command.write(new, to: "new.json")
        let run = try await command.run("diff", "old.json", "new.json", "--json")
        #expect(run.code == 1)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(report["severity"] as? String == "breaking" && report["fails"] as? Bool == true)
        let change = try #require((report["changes"] as? [[String: Any]])?.first)
        #expect(change["kind"] as? String == "type-changed" && change["paths"] as? [String] == ["books.age"])
        #expect((change["wire"] as? [String: Any])?["severity"] as? String == "risky")
        let location = try #require(change["old"] as? [String: Any])
        #expect(location["path"] as? String == "old.json" && location["line"] as? Int == 1)
    }

    @Test(
        "Wrong usage is explained",
        arguments: [
            (["diff", "a.json"], "quire diff compares two schemas, but 1 was given"),
            (["diff", "a.json", "git:main"], "the new schema must be a file or folder, not 'git:main'"),
            (["diff", "a.json", "b.json", "--for", "sauce"], "unknown aspect 'sauce' in --for"),
            (["diff", "git:--output=x", "b.json"], "'--output=x' is not a revision: it begins with '-'"),
            (["diff", "--against", "old.json"], "no folder 'Schema' found"),
        ])
    func usage(arguments: [String], message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let run = try await command.run(arguments)
        #expect(run.code == 2 && run.errors.contains(message), "\(run.errors)")
    }

    @Test("A schema with errors fails with its lines, and a missing repository with the way around it")
    func failures() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(old.replacing("integer", with: "integr"), to: "old.json")
        try command.write(new, to: "new.json")
        let run = try await command.run("diff", "old.json", "new.json")
        #expect(run.code == 1 && run.errors.hasPrefix("old.json:1:"), "\(run.errors)")
        let git = try await command.run("diff", "--against", "git:main", "new.json")
        #expect(git.code == 1 && git.errors.contains("--against FOLDER"), "\(git.errors)")
    }
}
