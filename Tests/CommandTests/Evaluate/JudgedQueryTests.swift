#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireCommand

@Suite("quire evaluate reads and validates judged queries", .timeLimit(.minutes(60)))
struct JudgedQueryTests {
    @Test(
        "Each error in the file is reported with its position",
        arguments: [
            ("", "the file is not JSON: expected a value at line 1, column 1."),
            ("[\n  {\"query\": moby}\n]", "at line 2, column 13."),
            (#"{"query":"x"}"#, "the file: expected a list of queries, found {\"query\":\"x\"}."),
            ("[]", "the file is an empty list. List at least one query."),
            ("[1]", "query 1: expected an object, found 1."),
            (#"[{"expected":[]}]"#, "query 1, query: expected a text, found nothing."),
            (#"[{"query":7}]"#, "query 1, query: expected a text, found 7."),
            (#"[{"query":"x"}]"#, "query 1, expected: expected a list of items, found nothing."),
            (#"[{"query":"x","expected":[]}]"#, "query 1: no expected item has a grade above 0."),
            (
                #"[{"query":"x","expected":[{"id":"a","grade":0}]}]"#,
                "query 1: no expected item has a grade above 0."
            ),
            (
                #"[{"query":"x","expected":[{"id":"a","grade":3},{"id":"a","grade":1}]}]"#,
                "query 1, expected item 2: the id \"a\" was listed before."
            ),
            (
                #"[{"query":"x","expected":[{"id":"a"}]}]"#,
                "query 1, expected item 1, grade: expected a whole number from 0 to 30, found nothing."
            ),
            (#"[{"query":"x","expected":[{"id":"a","grade":2.5}]}]"#, "from 0 to 30, found 2.5."),
            (#"[{"query":"x","expected":[{"id":"a","grade":-1}]}]"#, "from 0 to 30, found -1."),
            // 2 to the power of this grade is infinite, so the gain would be NaN.
            (#"[{"query":"x","expected":[{"id":"a","grade":2000}]}]"#, "from 0 to 30, found 2000."),
            (#"[{"query":"x","expected":[{"id":"a","grade":"3"}]}]"#, "from 0 to 30, found \"3\"."),
            (#"[{"query":"x","expected":[{"id":1,"grade":3}]}]"#, "id: expected a text, found 1."),
            (
                #"[{"query":"x","kind":1,"expected":[{"id":"a","grade":3}]}]"#,
                "query 1, kind: expected a text, found 1."
            ),
        ])
    func mistakes(_ json: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try JudgedQueryReader.read(Data(json.utf8)) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("--queries: ") == true)
    }

    @Test("A byte order mark, unknown keys and titles are accepted")
    func accepted() throws {
        let json = #"[{"query":"x","note":1,"kind":null,"expected":[{"id":"a","grade":30,"title":"A"}]}]"#
        let queries = try JudgedQueryReader.read(Data([0xEF, 0xBB, 0xBF]) + Data(json.utf8))
        #expect(queries == [JudgedQuery(query: "x", expected: [.init(id: "a", grade: 30, title: "A")])])
    }

    @Test("Expected items that the module does not have are reported, in addition to the metrics")
    func unknownItems() async throws {
        try await BuiltCommand.withNotes { command in
            try command.write(
                #"[{"query":"title 7","expected":[{"id":"note 7","grade":3}]},"#
                    + #"{"query":"title 8","kind":"\u001b[31mred\"","expected":[{"id":"note8","grade":3}]}]"#,
                to: "q.json")
            let options = ["--schema", "notes.json", "--module", "notes", "--store", "s.sqlite"]
            let run = try await command.run(["evaluate", "--queries", "q.json", "--json"] + options)
            #expect(run.code == 0)
            #expect(
                run.errors.contains(
                    "quire: warning: 1 expected item is not in notes on store, for example \"note8\"."))
            let figures = try JSONValue(parsing: Data(run.output.utf8))
            #expect(figures["hit@1"] == .number(0.5) && figures["queries"] == .integer(2))
            #expect(figures["kinds"]?["\u{1B}[31mred\""]?["queries"] == .integer(1))
            let table = try await command.run(["evaluate", "--queries", "q.json"] + options)
            #expect(!table.output.contains("\u{1B}") && table.output.contains(#"\u{1B}[31mred""#))
        }
    }
}
#endif
