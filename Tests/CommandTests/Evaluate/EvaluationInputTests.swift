#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Testing

@testable import QuireCommand

@Suite("quire evaluate reads and validates judged queries", .timeLimit(.minutes(30)))
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

/// Searches that found little, from the client to `quire evaluate --recorded`.
@Suite("Recorded searches", .timeLimit(.minutes(30)))
struct RecordedSearchTests {
    /// Runs a body with a client that records in a file, and returns the lines with a text.
    private static func lines(
        finding counts: ClosedRange<Int>?, _ body: (ContentClient) async throws -> Void
    ) async throws -> [String] {
        let folder = try DataFolder()
        defer { folder.remove() }
        let store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        let lines = ["Dune", "Dune Messiah", "Emma"].enumerated().map { index, title in
            #"{"id":"b\#(index)","values":{"title":"\#(title)","age":1,"price":1,"active":true}}"# + "\n"
        }
        _ = try await store.load(Books.descriptor.name, from: .data(Data(lines.joined().utf8)))
        let path = folder.path("queries.ndjson")
        let recorder = try QueryRecorder(file: path, searchesFinding: counts)
        try await body(ContentClient(engine: store, recorder: recorder))
        await store.close()
        #expect(recorder.failure == nil)
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { $0.contains("\"text\"") }
    }

    private static func searches(_ lines: [String], module: String? = nil) throws -> RecordedSearches {
        let folder = try DataFolder()
        defer { folder.remove() }
        _ = try folder.write(Data(lines.joined(separator: "\n").utf8), to: "queries.ndjson")
        return try RecordedSearches(file: folder.path("queries.ndjson"), module: module)
    }

    @Test("The text of a search is written only if it finds as few items with all words as asked for")
    func texts() async throws {
        let queries = ["dune", "emma", "dune emma", "zzzz"].map { Books.query().search($0) }
        let lines = try await Self.lines(finding: 0...1) { content in
            for query in queries { _ = try await content.fetch(query) }
            _ = try await content.fetch(Books.query().search(" ").page(1, size: 5))
            _ = try await content.fetch(Books.query().search("emma").page(2, size: 5))
            _ = try await content.count(Books.query().search("emma"))
            // A choice in a facet is no search of its own.
            _ = try await content.fetch(Books.query().search("emma").refine(\.rank, to: [1]))
            // A live query is recorded once, however often its results change.
            var results = content.live(Books.query().search("yyyy")).makeAsyncIterator()
            _ = try await results.next()
            var draft = Books.Draft()
            (draft.title, draft.age, draft.price) = (.set("Yyyy"), .set(1), .set(1))
            draft.active = .set(true)
            try await content.create(draft)
            _ = try await results.next()
            let long = String(repeating: "x", count: 1_000)
            _ = try await content.fetch(Books.query().search(.all(long)))
        }
        #expect(
            lines == [
                #"{"module":"books","text":"emma","found":1}"#,
                // Three items share a word; none has both.
                #"{"module":"books","text":"dune emma","found":0}"#,
                #"{"module":"books","text":"zzzz","found":0}"#,
                #"{"module":"books","text":"yyyy","found":0}"#,
                #"{"module":"books","text":"\#(String(repeating: "x", count: 200))","found":0}"#,
            ])
    }

    @Test("Without being asked, a recorder writes no text")
    func silence() async throws {
        let lines = try await Self.lines(finding: nil) { content in
            _ = try await content.fetch(Books.query().search("zzzz"))
        }
        #expect(lines.isEmpty)
    }

    @Test("The report counts equal texts, the most frequent first, and a text that was typed on once")
    func report() throws {
        func line(_ text: String, _ found: Int, _ module: String = "books") -> String {
            #"{"module":"\#(module)","text":"\#(text)","found":\#(found)}"#
        }
        let lines = [
            line("zo", 2), line("zol", 1), line("Zola", 1), #"{"module":"books","search":[]}"#,
            line("grafic", 0), line("grafic", 0), line("zola", 0), line("zola", 0, "authors"),
            line("emma", 0), "",
        ]
        let searches = try Self.searches(lines).searches
        #expect(
            searches
                == [
                    .init(module: "books", text: "zola", times: 2, itemCounts: 0...1),
                    .init(module: "books", text: "emma", itemCounts: 0...0),
                    .init(module: "books", text: "grafic", times: 2, itemCounts: 0...0),
                    .init(module: "authors", text: "zola", itemCounts: 0...0),
                ].sorted { ($1.times, $0.text) < ($0.times, $1.text) })
        #expect(try Self.searches(lines, module: "authors").searches.map(\.text) == ["zola"])
        #expect(try Self.searches([]).searches.isEmpty)
        let error = #expect(throws: UsageError.self) { try Self.searches([line("a", 0), "nonsense"]) }
        #expect(error?.message.contains("line 2: not a recorded query") == true)
    }

    @Test("The command prints a table or JSON, and refuses options that it would ignore")
    func command() async throws {
        try await BuiltCommand.withNotes { command in
            try command.write(
                #"{"module":"books","text":"\u001b[31m grafic","found":0}"#, to: "queries.ndjson")
            let table = try await command.run(["evaluate", "--recorded", "queries.ndjson"])
            #expect(table.code == 0)
            #expect(table.lines.count == 2 && table.lines[0] == "times  found  module  text")
            #expect(table.lines[1] == #"    1      0  books   \u{1B}[31m grafic"#)
            let json = try await command.run(["evaluate", "--recorded", "queries.ndjson", "--json"])
            let report = try JSONValue(parsing: Data(json.output.utf8))
            guard case .array(let searches) = report else { throw CocoaError(.coderInvalidValue) }
            #expect(searches.map { $0["times"] } == [.integer(1)])
            let other = try await command.run([
                "evaluate", "--recorded", "queries.ndjson", "--queries", "q.json",
            ])
            #expect(other.code == 2 && other.errors.contains("cannot be combined with --queries"))
        }
    }
}
#endif
