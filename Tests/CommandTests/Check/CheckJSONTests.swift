import Foundation
import Testing

@testable import QuireCommand

@Suite("quire check --json", .timeLimit(.minutes(30)))
struct CheckJSONTests {
    @Test("Every diagnostic has its place, code, message and remedy")
    func diagnostics() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(
            #"""
            {"quire": 1, "modules": [{"name": "books", "fields": [
              {"name": "a", "type": "txt"},
              {"name": "a; b", "type": "text", "sortabl": true}]},
             {"name": "books", "fields": []}]}
            """#, to: "Schema/books.json")
        let run = try await command.run("check", "--json")
        #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(report["errors"] as? Int == 3)
        let list = try #require(report["diagnostics"] as? [[String: Any]])
        let first = try #require(list.first { $0["code"] as? String == "unknown-type" })
        #expect(first["path"] as? String == "Schema/books.json")
        #expect(first["line"] as? Int == 2 && first["column"] as? Int == 25, "\(first)")
        #expect(first["remedy"] as? String == "did you mean 'text'?", "\(first)")
        let repeated = try #require(list.first { $0["code"] as? String == "duplicate-name" })
        let note = try #require((repeated["notes"] as? [[String: Any]])?.first)
        #expect(note["line"] as? Int == 1 && note["message"] is String, "\(repeated)")
        // The same lines as the text, in the same order.
        let text = try await command.run("check")
        let lines = list.map { item in
            "\(item["path"] ?? ""):\(item["line"] ?? ""):\(item["column"] ?? ""): \(item["severity"] ?? ""): "
                + "\(item["message"] ?? "") [\(item["code"] ?? "")]"
        }
        #expect(
            text.errors.split(separator: "\n").map(String.init).filter { !$0.contains(": note: ") } == lines)
    }

    @Test("A valid schema has no diagnostics")
    func valid() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(
            #"{"quire": 1, "modules": [{"name": "books", "fields": [{"name": "a", "type": "text"}]}]}"#,
            to: "a.json")
        let run = try await command.run("check", "--json", "a.json")
        #expect(run.code == 0)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(report?["errors"] as? Int == 0 && (report?["diagnostics"] as? [Any])?.isEmpty == true)
    }

    @Test(
        "The remedy is what follows the last semicolon outside of quotation marks",
        arguments: [
            ("unknown type 'txt'; did you mean 'text'?", "did you mean 'text'?"),
            ("unknown key 'a; b'; remove it", "remove it"), ("unknown key 'a; b'", nil),
            ("the item's name 'x; y' is taken; choose another", "choose another"), ("no remedy", nil),
            ("a; ", nil),
        ])
    func remedy(message: String, remedy: String?) {
        #expect(DiagnosticsJSON.remedy(in: message) == remedy)
    }
}
