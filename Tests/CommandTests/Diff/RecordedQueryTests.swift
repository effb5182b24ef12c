#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Testing

/// Recorded queries, from the client to `quire diff --queries`.
@Suite("Recorded queries", .timeLimit(.minutes(30)))
struct RecordedQueryTests {
    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("A client records each different query once, with the types of its values only")
    func recording() async throws {
        let folder = try DataFolder()
        defer { folder.remove() }
        let path = folder.path("queries.ndjson")
        let store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        let recorder = try QueryRecorder(file: path)
        let content = ContentClient(engine: store, recorder: recorder)
        for secret in ["hidden one", "hidden two"] {
            let query = Books.query()
                .where(\.title == secret && !(\.age >= 4711))
                .sort(by: \.age, .descending).include(\.author)
            _ = try await content.fetch(query)
            _ = try await content.count(query)
            for try await _ in content.all(query) {}
        }
        _ = try await content.fetch(Books.query().search("hidden").facet(\.status))
        _ = try await content.exists(Books.query().where(\.price > 4711))
        try await content.update(Books.query().where(\.registration == "hidden")) { $0.rank = .set(1) }
        _ = try await content.fetch(Books.query().where(\.author.fullName == "hidden"))
        _ = try await content.fetch(
            Authors.query().where(noItem(of: Books.self, by: \.author) { $0.age > 4711 }))
        var lines = try Self.lines(path)
        #expect(
            lines.popLast()
                == #"{"module":"authors","filter":{"none":{"field":"age","operator":">","value":"number"},"#
                + #""relation":"author","module":"books","reverse":true}}"#)
        #expect(
            lines.popLast()
                == #"{"module":"books","filter":{"any":{"field":"fullName","operator":"=","value":"text"},"#
                + #""relation":"author","module":"authors"}}"#)
        for (field, sign, type) in [("registration", "=", "text"), ("price", ">", "number")] {
            #expect(
                lines.popLast()
                    == #"{"module":"books","filter":{"field":"\#(field)","operator":"\#(sign)","value":"\#(type)"}}"#
            )
        }
        #expect(lines.count == 2, "\(lines)")
        #expect(
            lines.first
                == #"{"module":"books","filter":{"and":["#
                + #"{"field":"title","operator":"=","value":"text"},{"or":[{"field":"age","operator":"<","value":"number"},{"field":"age","operator":"=","value":"null"}]}]},"sort":[{"field":"age","order":"descending"}],"#
                + #""include":[["author"]]}"#, "\(lines)")
        #expect(lines.last == #"{"module":"books","facets":["status"],"search":[]}"#, "\(lines)")
        #expect(!lines.joined().contains("hidden") && !lines.joined().contains("4711"))
        #expect(recorder.failure == nil)
        await store.close()
    }

    @Test("A recorder that cannot write stops, and queries run as before")
    func failure() async throws {
        guard FileManager.default.isWritableFile(atPath: "/dev/full") else { return }
        let store = try await Store(.memory, modules: [Books.descriptor])
        let recorder = try QueryRecorder(file: "/dev/full")
        let content = ContentClient(engine: store, recorder: recorder)
        #expect(try await content.count(Books.query()) == 0)
        #expect(recorder.failure != nil)
        #expect(throws: CocoaError.self) { try QueryRecorder(file: "/nowhere/queries.ndjson") }
        await store.close()
    }

    private static let old = #"""
        {"quire": 1, "modules": [
          {"name": "books", "fields": [
            {"name": "title", "type": "text", "sortable": true, "searchable": 10},
            {"name": "year", "type": "integer", "sortable": true},
            {"name": "size", "type": "object", "fields": [{"name": "width", "type": "number", "operators": [">"], "required": true}, {"name": "unit", "type": "text"}]},
            {"name": "kind", "type": "choice", "values": ["novel", "poem"], "facet": "disjunctive"},
            {"name": "author", "type": "relation", "module": "authors"}]},
          {"name": "authors", "fields": [{"name": "name", "type": "text"}]}]}
        """#

    /// A change of the schema, a recorded query, and the reported problem.
    @Test(
        "Each change is reported for the queries that it concerns",
        arguments: [
            // Members of objects have paths.
            (
                "", "",
                #"{"module":"books","filter":{"field":"size.width","operator":"=","value":"null"},"fields":["size.unit"]}"#,
                nil
            ),
            (
                #""unit""#, #""scale""#, #"{"module":"books","fields":["size.unit"]}"#,
                "rejected: books.size.unit: selected field: the schema has no such field"
            ),
            (
                #""operators": [">"]"#, #""operators": ["="]"#,
                #"{"module":"books","filter":{"field":"size.width","operator":">","value":"number"}}"#,
                "rejected: books.size.width: filter with >: the field has no operator >"
            ),
            // Nothing changes.
            ("", "", #"{"module":"books","filter":{"field":"year","operator":">=","value":"number"}}"#, nil),
            (
                #""name": "year""#, #""name": "published""#,
                #"{"module":"books","filter":{"or":[{"field":"year","operator":"!>=","value":"number"}]}}"#,
                "rejected: books.year: filter with >=: the schema has no such field"
            ),
            (
                #""type": "integer", "sortable": true"#, #""type": "integer", "operators": ["="]"#,
                #"{"module":"books","filter":{"field":"year","operator":"between","value":"list of number"}}"#,
                "rejected: books.year: filter with between: the field has no operator between"
            ),
            (
                #""type": "integer""#, #""type": "text""#,
                #"{"module":"books","filter":{"field":"year","operator":"=","value":"number"}}"#,
                "rejected: books.year: filter with =: the field has the type text, and the queries test a number"
            ),
            (
                #""type": "integer""#, #""type": "number""#,
                #"{"module":"books","filter":{"field":"year","operator":"=","value":"number"}}"#, nil
            ),
            (
                #""type": "integer", "sortable": true"#, #""type": "integer""#,
                #"{"module":"books","sort":[{"field":"year","order":"ascending"}]}"#,
                "rejected: books.year: sort: the field is not sortable"
            ),
            (
                #""type": "integer", "sortable": true"#, #""type": "text", "sortable": true"#,
                #"{"module":"books","sort":[{"field":"year","order":"ascending"}]}"#,
                "changed: books.year: sort: the type changed from integer to text; the order is that of the new type"
            ),
            (
                #""poem""#, #""essay""#,
                #"{"module":"books","filter":{"field":"kind","operator":"=","value":"text"}}"#,
                "changed: books.kind: filter with =: values were removed: 'poem'"
            ),
            (
                #", "facet": "disjunctive""#, "", #"{"module":"books","facets":["kind"]}"#,
                "rejected: books.kind: facet: the field is not a facet"
            ),
            (
                #""disjunctive""#, #""conjunctive""#, #"{"module":"books","facets":["kind"]}"#,
                "changed: books.kind: facet: the facet is conjunctive instead of disjunctive"
            ),
            (
                #""module": "authors"}]}"#, #""module": "books"}]}"#,
                #"{"module":"books","include":[["author","author"]]}"#,
                "changed: books.author: include: the relation leads to 'books' instead of 'authors'"
            ),
            (
                #""name": "year", "#, #""name": "published", "#,
                #"{"module":"authors","filter":{"any":{"field":"year","operator":">","value":"number"},"relation":"author","module":"books","reverse":true}}"#,
                "rejected: books.year: filter with >: the schema has no such field"
            ),
            (
                #""module": "authors"}]}"#, #""module": "books"}]}"#,
                #"{"module":"books","filter":{"none":{"and":[]},"relation":"author","module":"authors"}}"#,
                "changed: books.author: related items: the relation leads to 'books' instead of 'authors'"
            ),
            (
                #", "searchable": 10"#, "", #"{"module":"books","search":[]}"#,
                "rejected: books: search: no field is searchable"
            ),
            (
                #""name": "authors", "f"#, #""name": "people", "f"#,
                #"{"module":"authors","fields":["name"]}"#,
                "rejected: authors: the schema has no such module"
            ),
            (
                #""name": "year", "#, #""name": "year", "required": true, "#,
                #"{"module":"books","filter":{"field":"year","operator":"=","value":"null"}}"#,
                "changed: books.year: filter with =: the field is required, so it always has a value, and code that tests "
                    + "for nil fails to compile"
            ),
        ])
    func changes(change: (before: String, after: String, query: String, problem: String?)) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.old, to: "old.json")
        var new = change.before.isEmpty ? Self.old : Self.old.replacing(change.before, with: change.after)
        if change.before.contains(#""authors", "f"#) {
            new = new.replacing(#""module": "authors""#, with: #""module": "people""#)
        }
        try command.write(new, to: "new.json")
        try command.write("\n\(change.query)\n\(change.query)\n", to: "queries.ndjson")
        let run = try await command.run("diff", "old.json", "new.json", "--queries", "queries.ndjson")
        let kind = change.problem?.prefix { $0 != ":" }
        if let problem = change.problem {
            #expect(
                run.lines.contains("\(problem) [1 query: queries.ndjson:2]"), "\(run.output)\(run.errors)")
        }
        #expect(
            run.lines.last
                == "1 recorded query: \(kind == "rejected" ? 1 : 0) rejected, \(kind == "changed" ? 1 : 0) changed",
            "\(run.output)\(run.errors)")
        if kind == "rejected" { #expect(run.code == 1) }
    }

    @Test("The JSON report has the queries, and a changed query fails only on request")
    func json() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.old, to: "old.json")
        try command.write(
            Self.old.replacing(#", "searchable": 10"#, with: #", "searchable": 5"#), to: "new.json")
        try command.write(#"{"module":"books","search":["title"]}"#, to: "queries.ndjson")
        let arguments = ["diff", "old.json", "new.json", "--queries=queries.ndjson", "--for=wire", "--json"]
        let run = try await command.run(arguments)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let queries = try #require(report?["queries"] as? [String: Any])
        #expect(queries["recorded"] as? Int == 1 && queries["changed"] as? Int == 1, "\(queries)")
        #expect(try await command.run(arguments + ["--fail-on", "risky"]).code == 1)
    }

    @Test("A line that is no query is reported with its number")
    func invalid() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.old, to: "old.json")
        try command.write("{\"module\":\"books\"}\n{\"module\":", to: "queries.ndjson")
        let run = try await command.run("diff", "old.json", "old.json", "--queries", "queries.ndjson")
        #expect(run.code == 1)
        #expect(run.errors.contains("queries.ndjson:2: not a recorded query"), "\(run.errors)")
        let missing = try await command.run("diff", "old.json", "old.json", "--queries", "none.ndjson")
        #expect(
            missing.code == 1 && missing.errors.contains("cannot read 'none.ndjson'"), "\(missing.errors)")
    }
}
#endif
