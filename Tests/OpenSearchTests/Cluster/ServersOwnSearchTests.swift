import Foundation
import Quire
import QuireOpenSearch
import QuireRemote
import QuireTesting
import SampleModules
import Testing

/// What the server offers beyond the exact tree, on an index that another program made.
@Suite struct ServersOwnSearchTests {
    private static let titles = ["Emma", "EMMA brown", "Persuasion", "Sense and Sensibility"]

    private static let mapping = """
        {"settings":{"number_of_replicas":0},"mappings":{"properties":{
        "title":{"type":"text"},"registration":{"type":"keyword"},"age":{"type":"integer"},
        "price":{"type":"float"},"active":{"type":"boolean"},"tags":{"type":"keyword"}}}}
        """

    private static func withShop(
        _ change: (inout OpenSearchSettings) -> Void = { _ in },
        _ body: (ContentClient, OpenSearchEngine) async throws -> Void
    ) async throws {
        let name = "shop-\(UUID().uuidString.lowercased())"
        _ = try await Served.ask(.put, "/\(name)", mapping)
        let lines = titles.enumerated().map { row, title in
            #"{"index":{"_id":"b\#(row)"}}"# + "\n"
                + #"{"title":"\#(title)","registration":"R-\#(row)x","age":\#(row),"price":\#(row).5,"active":true,"#
                + #""tags":["\#(row % 2 == 0 ? "even" : "odd")"]}"# + "\n"
        }
        _ = try await Served.ask(.post, "/\(name)/_bulk?refresh=true", lines.joined())
        var engine = try await Served.engine()
        var settings = engine.settings
        settings.collections = ["books": name]
        change(&settings)
        engine = OpenSearchEngine(nodes: [try await Served.url()], settings: settings)
        try await body(ContentClient(engine: engine), engine)
        _ = try await Served.ask(.delete, "/\(name)")
    }

    private static func ids(_ page: Page<Content<Books>>) -> [String] { page.map(\.id.rawValue).sorted() }

    @Test("An analyzed text matches words, a float its rounded value, only if the query says so")
    func meaning() async throws {
        try await Self.withShop { (content, _) async throws in
            let emma = Books.query().where(\.title == "emma").page(1, size: 10)
            let refusal = await #expect(throws: UnsupportedError.self) { try await content.fetch(emma) }
            for way in [".meaning(.engine)", ".fallback(.clientSide(maxScanned:", "engine.prepare"] {
                #expect(refusal?.hint.contains(way) == true, "\(way)")
            }
            let page = try await content.fetch(emma.meaning(.engine))
            #expect(Self.ids(page) == ["b0", "b1"] && page.pageInfo.meaning == .engine)
            let cheap = try await content.fetch(
                Books.query().where(\.price < 2).meaning(.engine).page(1, size: 10))
            #expect(Self.ids(cheap) == ["b0", "b1"] && cheap.pageInfo.meaning == .engine)
            let part = try await content.fetch(
                Books.query().where(\.registration, like: "r-2X").meaning(.engine).page(1, size: 10))
            #expect(Self.ids(part) == ["b2"] && part.pageInfo.meaning == .engine)
            let exact = try await content.fetch(
                Books.query().where(\.age < 2).meaning(.engine).page(1, size: 10))
            #expect(Self.ids(exact) == ["b0", "b1"] && exact.pageInfo.meaning == .exact)
        }
    }

    @Test("The server's highlights and facets come with the typed page, and its parameters pass through")
    func ownSearch() async throws {
        try await Self.withShop { (content, engine) async throws in
            let query = Books.query().search("emma").facet(\.tags).page(1, size: 10)
            let page = try await content.fetch(query)
            #expect(Self.ids(page) == ["b0", "b1"] && page.pageInfo.meaning == .engine)
            #expect(page.highlight("EMMA brown").marked("[", "]") == "[EMMA] brown")
            #expect(page.serverResponses.isEmpty)
            let odd = JSONValue.object([.init("term", .object([.init("tags", .string("odd"))]))])
            let narrowed = try await content.fetch(
                query.parameters(OpenSearchParameters(filter: odd, keepsResponse: true)))
            #expect(Self.ids(narrowed) == ["b1"] && narrowed.serverResponses.count == 1)
            let response = try JSONValue(parsing: try #require(narrowed.serverResponses.first))
            #expect(response["hits"] != nil)
            let ranked = try await content.fetch(query.parameters(OpenSearchParameters(should: [odd])))
            #expect(ranked.first?.id.rawValue == "b1" && ranked.count == 2)
            let score = OpenSearchParameters(
                functionScore: .object([.init("boost", .integer(2))]), other: ["min_score": .number(0.01)])
            let explained = try engine.explain(query.parameters(score).request)
            #expect(explained.contains("function_score") && explained.contains("min_score"))
        }
    }

    @Test(
        "Parameters that Quire sets are refused; ranking needs the server's own search; other engines ignore them"
    )
    func refused() async throws {
        try await Self.withShop { (content, engine) async throws in
            _ = try await content.fetch(Books.query().page(1, size: 1))
            for name in ["query", "from", "size", "sort", "highlight", "aggs"] {
                let query = Books.query().parameters(OpenSearchParameters(other: [name: .integer(1)]))
                let error = #expect(throws: QueryError.self) { try engine.validate(query.request) }
                #expect(error?.reason == .reservedParameter)
            }
            let sorted = Books.query().sort(by: \.age).search("emma")
                .parameters(OpenSearchParameters(should: [.object([])]))
            #expect(throws: UnsupportedError.self) { try engine.validate(sorted.request) }
            let memory = InMemoryEngine()
            await memory.add(
                [try JSONValue(parsing: Data(#"{"id":"m","values":{"title":"Emma"}}"#.utf8))],
                to: Books.descriptor)
            let ignored = Books.query().where(\.title == "Emma").meaning(.engine)
                .parameters(OpenSearchParameters(other: ["query": .null]))
            #expect(try await ContentClient(engine: memory).count(ignored) == 1)
        }
    }

    @Test("The settings' meaning and parameters are defaults that a query replaces")
    func defaults() async throws {
        let odd = JSONValue.object([.init("term", .object([.init("tags", .string("odd"))]))])
        try await Self.withShop { settings in
            settings.meaning = .engine
            settings.parameters = OpenSearchParameters(filter: odd)
        } _: { (content, _) async throws in
            let emma = Books.query().where(\.title == "emma").page(1, size: 10)
            #expect(try await content.fetch(emma).pageInfo.meaning == .engine)
            await #expect(throws: UnsupportedError.self) { try await content.fetch(emma.meaning(.exact)) }
            #expect(
                Self.ids(try await content.fetch(Books.query().search("emma").page(1, size: 10))) == ["b1"])
        }
    }
}
