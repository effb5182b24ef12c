import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

@Suite("Full text in memory")
struct TextSearchTests {
    /// A separate module of articles, because full text needs several fields.
    private static let module = ModuleDescriptor(
        name: "articles",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
            FieldDescriptor(name: "tags", kind: .list(.text), searchWeight: 2),
            FieldDescriptor(name: "slug", kind: .text),
        ])

    private static func engine(_ analyzer: TextAnalyzer = TextAnalyzer()) async -> InMemoryEngine {
        let engine = InMemoryEngine(analyzer: analyzer)
        func article(_ id: String, _ title: String, _ body: String, _ tags: [String] = []) -> JSONValue {
            .object([
                .init("id", .string(id)),
                .init(
                    "values",
                    .object([
                        .init("title", .string(title)), .init("body", .string(body)),
                        .init("tags", .array(tags.map(JSONValue.string))),
                        .init("slug", .string("secret-slug")),
                    ])),
            ])
        }
        await engine.add(
            [
                article(
                    "1", "Franny and Zooey", "<p>By Jerome David <b>Sal</b>inger</p>",
                    ["classic", "New York"]),
                article("2", "Salinger: a life", "<p class=\"zooey\">A biography</p>"),
                article("3", "東京タワー", "A novel by Lily Franky", ["classic"]),
                article("4", "It", "Stephen King"),
            ], to: module)
        return engine
    }

    private static func ids(
        _ query: TextQuery, on engine: InMemoryEngine, _ change: (inout SearchRequest) -> Void = { _ in }
    ) async throws -> [String] {
        var request = SearchRequest(module: module)
        request.text = TextSearch(query)
        request.page = .all
        change(&request)
        let instances = try JSONDecoder().decode([JSONValue].self, from: try await engine.searchData(request))
        return instances.map(\.instanceID)
    }

    @Test("Words are found in any searchable field, the best match first")
    func finding() async throws {
        let engine = await Self.engine()
        #expect(try await Self.ids("jerome sal", on: engine) { $0.text?.mode = .allWords } == ["1"])
        #expect(try await Self.ids("franny jerome", on: engine) { $0.text?.mode = .asTyped } == ["1"])
        #expect(try await Self.ids("salinger", on: engine) == ["2", "1"])
        #expect(try await Self.ids("SALÍNGER", on: engine) == ["2", "1"])
        #expect(try await Self.ids("zooey", on: engine) == ["1"])
        #expect(try await Self.ids("secret", on: engine) == [])
        #expect(try await Self.ids("東京", on: engine) == ["3"])
        #expect(try await Self.ids("york", on: engine) == ["1"])
        #expect(try await Self.ids(.phrase("david salinger"), on: engine) == ["1"])
        #expect(try await Self.ids(.any("zooey king"), on: engine) == ["1", "4"])
        #expect(try await Self.ids(.any("a by").and(.none("salinger")), on: engine) == ["3"])
        #expect(try await Self.ids(.not(.all("a")), on: engine) == ["4"])
    }

    @Test("Sort keys replace relevance; filters and fields restrict the matches")
    func combined() async throws {
        let engine = await Self.engine()
        let sorted = try await Self.ids("salinger", on: engine) { $0.sort = [SortKey(.value("title"))] }
        #expect(sorted == ["1", "2"])
        #expect(try await Self.ids("salinger", on: engine) { $0.ids = ["1", "3"] } == ["1"])
        #expect(try await Self.ids("salinger", on: engine) { $0.text?.fields = ["body"] } == ["1"])
        #expect(try await Self.ids("salinger", on: engine) { $0.text?.fields = ["tags", "body"] } == ["1"])
        await #expect(throws: QueryError.self) {
            try await Self.ids("x", on: engine) { $0.text?.fields = ["slug"] }
        }
    }

    @Test("A query without a word finds nothing, or everything for browsing")
    func empty() async throws {
        let engine = await Self.engine()
        for query in ["", "  ", "!?\"'*:^()"] as [TextQuery] {
            #expect(try await Self.ids(query, on: engine) == [])
            let all = try await Self.ids(query, on: engine) { $0.text?.emptyFindsAll = true }
            #expect(all == ["1", "2", "3", "4"])
        }
        let required = MatchMode.allWords
        #expect(try await Self.ids("\" AND*( title:", on: engine) { $0.text?.mode = required } == [])
        #expect(
            try await Self.ids("\"Franny\" AND*( -", on: engine) { $0.text?.mode = required } == ["1"])
    }

    @Test("A title that consists of stop words is found by them")
    func stopWords() async throws {
        let engine = await Self.engine(TextAnalyzer(stopWords: ["it", "a", "by"]))
        #expect(try await Self.ids(.all("it", matching: .wholeWords), on: engine) == ["4"])
        #expect(try await Self.ids(.all("a life", matching: .wholeWords), on: engine) == ["2"])
        #expect(try await Self.ids(.phrase("novel lily"), on: engine) == ["3"])
    }

    @Test("Ranked results can be paged by number and by cursor")
    func paging() async throws {
        let content = ContentClient(engine: InMemoryEngine())
        let engine = try #require(content.engine as? InMemoryEngine)
        await engine.add(
            Books.self,
            values: (0..<25).map {
                .init(title: $0 % 3 == 0 ? "Emma \($0)" : "Other", age: $0, price: 1, active: true)
            })
        let query = Books.query().search("emma")
        var seen: [String] = []
        var page: Page? = try await content.fetch(query.page(.cursor(nil, limit: 4)))
        while let current = page {
            seen += current.map(\.title)
            #expect(current.text?.ranking == .relevance)
            page = try await current.next()
        }
        #expect(seen.count == 9 && Set(seen).count == 9)
        #expect(try await content.fetch(query.page(.all)).map(\.title) == seen)
        #expect(try await content.count(query) == 9)
        let cursor = try #require(try await content.fetch(query.page(.cursor(nil, limit: 4))).nextCursor)
        await #expect(throws: QueryError.self) {
            try await content.fetch(Books.query().search("other").page(.cursor(cursor, limit: 4)))
        }
        await #expect(throws: QueryError.self) {
            try await content.fetch(Books.query().page(.cursor(cursor, limit: 4)))
        }
    }

    @Test("Typos are tolerated and reported unless the search is for the words as typed")
    func typos() async throws {
        let content = ContentClient(engine: InMemoryEngine())
        let engine = try #require(content.engine as? InMemoryEngine)
        await engine.add(
            Books.self, values: ["Salinger", "Emma"].map { .init(title: $0, age: 1, price: 1, active: true) })
        #expect(try await content.fetch(Books.query().search("salnger", mode: .asTyped)).isEmpty)
        for query in [
            Books.query().search("salnger"), Books.query().search("salnger", mode: .allWords),
        ] {
            let page = try await content.fetch(query)
            #expect(page.map(\.title) == ["Salinger"])
            #expect(page.text?.corrections == ["salnger": ["salinger"]])
            #expect(page.highlight("J. D. Salinger").marked("[", "]") == "J. D. [Salinger]")
            #expect(page.snippet(of: "the life of Salinger", words: 2).marked("[", "]") == "…of [Salinger]")
        }
        #expect(try await content.fetch(Books.query().search("", emptyFindsAll: true)).count == 2)
        #expect(try await content.fetch(Books.query().search("")).isEmpty)
        #expect(try await content.fetch(Books.query()).count == 2)
    }

    @Test(
        "Fields are named by key paths; a field that is not searchable is rejected with the list of searchable ones"
    )
    func fields() async throws {
        let content = ContentClient(engine: InMemoryEngine())
        let query = Books.query().search("emma", in: \.title)
        #expect(query.request.text?.fields == ["title"])
        #expect(try await content.fetch(query).isEmpty)
        let error = try await #require(throws: QueryError.self) {
            var search = TextSearch("emma")
            search.fields = ["title", "registration"]
            _ = try await content.fetch(Books.query().searching(search))
        }
        #expect(error.reason == .incompatibleOperation)
        #expect(
            "\(error)"
                == #"books: "registration" in the search: expected a searchable field; the searchable fields are title"#
        )
        await #expect(throws: QueryError.self) { try await content.fetch(Authors.query().search("emma")) }
    }

    @Test("An explanation names the search")
    func explanation() throws {
        let query = Books.query().search("emma", in: \.title)
        #expect(try query.explain(on: InMemoryEngine()).contains(#"search all("emma"), in title"#))
    }
}
