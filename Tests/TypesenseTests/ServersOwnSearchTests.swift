import Foundation
import Quire
import QuireCluster
import QuireSearch
import QuireTypesense
import SampleModules
import SearchServers
import Testing
import TransportDoubles

/// What the server offers beyond the exact tree, on a collection that another program made, with synonyms and curation of
/// its own.
@Suite struct ServersOwnSearchTests {
    private static let titles = [
        "Emma", "EMMA!", "\u{C9}mma", "Emma Brown", "Persuasion", "Sense and Sensibility", "Moby Dick",
        "The Whale",
    ]

    /// Runs the body with a client of a shop's collection: eight books, one synonym, one curated query.
    private static func withShop(
        _ change: (inout TypesenseSettings) -> Void = { _ in },
        _ body: (ContentClient, TypesenseEngine, _ collection: String) async throws -> Void
    ) async throws {
        let name = "shop\(UUID().uuidString)"
        let fields = [
            #"{"name":"title","type":"string","sort":true}"#, #"{"name":"age","type":"int32"}"#,
            #"{"name":"price","type":"float"}"#, #"{"name":"active","type":"bool"}"#,
            #"{"name":"tags","type":"string[]","facet":true,"optional":true}"#,
        ]
        _ = try await text(
            .post, "/collections", #"{"name":"\#(name)","fields":[\#(fields.joined(separator: ","))]}"#)
        let lines = titles.enumerated().map { row, title in
            #"{"id":"b\#(row)","title":\#(JSONValue.string(title)),"age":\#(row),"price":\#(row).5,"active":true,"#
                + #""tags":["\#(row % 2 == 0 ? "even" : "odd")"]}"#
        }
        _ = try await text(.post, "/collections/\(name)/documents/import", lines.joined(separator: "\n"))
        _ = try await text(
            .put, "/collections/\(name)/synonyms/whales", #"{"synonyms":["cetacean","whale"]}"#)
        _ = try await text(
            .put, "/collections/\(name)/overrides/austen",
            #"{"rule":{"query":"sense","match":"exact"},"includes":[{"id":"b4","position":1}]}"#)
        let server = try await SearchServers.typesense()
        var settings = TypesenseSettings(
            nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)),
            collections: ["books": name])
        change(&settings)
        let engine = TypesenseEngine(nodes: [server.url], apiKey: server.apiKey, settings: settings)
        try await body(ContentClient(engine: engine), engine, name)
        _ = try await call(.delete, "/collections/\(name)")
    }

    private static func ids(_ page: Page<Content<Books>>) -> [String] { page.map(\.id.rawValue) }

    @Test("A text is compared in the server's meaning only if the query says so, and the page is marked")
    func meaning() async throws {
        try await Self.withShop { (content, _, _) async throws in
            let emma = Books.query().where(\.title == "emma").page(1, size: 10)
            let refusal = await #expect(throws: UnsupportedError.self) { try await content.fetch(emma) }
            for way in [".meaning(.engine)", ".fallback(.clientSide(maxScanned:))", "engine.prepare"] {
                #expect(refusal?.hint.contains(way) == true, "\(way)")
            }
            let page = try await content.fetch(emma.meaning(.engine))
            #expect(Self.ids(page).sorted() == ["b0", "b1", "b2"])
            #expect(page.pageInfo.meaning == .engine)
            // What the server does exactly stays exact, and is not marked.
            let exact = try await content.fetch(
                Books.query().where(\.age < 2).meaning(.engine).page(1, size: 10))
            #expect(Self.ids(exact).sorted() == ["b0", "b1"] && exact.pageInfo.meaning == .exact)
            // The rest may be filtered here instead, exactly.
            let filtered = try await content.fetch(
                Books.query().where(\.title == "Emma").fallback(.clientSide(maxScanned: 100)).page(
                    1, size: 10))
            #expect(Self.ids(filtered) == ["b0"] && filtered.pageInfo.meaning == .exact)
            // A fallback keeps the mark of the part that the server did.
            let both = try await content.fetch(
                Books.query().where(\.title == "emma").where(\.tags, contains: "odd")
                    .where(\.title, hasPrefix: "EMMA").meaning(.engine).fallback(.clientSide(maxScanned: 100))
                    .page(1, size: 10))
            #expect(Self.ids(both) == ["b1"] && both.scanned != nil && both.pageInfo.meaning == .engine)
        }
    }

    @Test("Numbers of 32 bits are compared as the server does")
    func floats() async throws {
        try await Self.withShop { (content, _, _) async throws in
            func found(_ condition: Condition<Books.Fields>) async throws -> [String] {
                Self.ids(
                    try await content.fetch(
                        Books.query().where(condition).meaning(.engine).page(1, size: 20))
                ).sorted()
            }
            #expect(try await found(\.price < 2) == ["b0", "b1"])
            #expect(try await found(\.price >= 6.5) == ["b6", "b7"])
            #expect(try await found(\.price == 3.5) == ["b3"])
            #expect(try await found(\.price != 3.5).count == 7)
            #expect(try await found(!(\.price < 6)) == ["b6", "b7"])
            await #expect(throws: UnsupportedError.self) {
                try await content.fetch(Books.query().where(\.price < 2))
            }
        }
    }

    @Test("The server's synonyms, curation, facets and highlights come with the typed page")
    func ownSearch() async throws {
        try await Self.withShop { (content, _, _) async throws in
            let whales = try await content.fetch(
                Books.query().search("cetacean").facet(\.tags).page(1, size: 10))
            #expect(Self.ids(whales) == ["b7"] && whales.pageInfo.meaning == .engine)
            #expect(whales.facet(\.tags).map(\.count) == [1])
            let title = try #require(whales.first?.title)
            #expect(whales.highlight(title).marked("[", "]") == "The [Whale]")
            #expect(whales.snippet(of: title, words: 1).ranges.count == 1)
            #expect(whales.highlight("Another whale").ranges.isEmpty)
            let curated = try await content.fetch(Books.query().search("sense").page(1, size: 10))
            #expect(Self.ids(curated).first == "b4" && Self.ids(curated).contains("b5"))
            // Everything in one page has no curated items: they would not match.
            var whole = Books.query().search("sense").request
            whole.page = .all
            #expect(try await content.engine.page(whole).items == ["b5"])
            let typo = try await content.fetch(Books.query().search("persuasoin").page(1, size: 10))
            #expect(Self.ids(typo) == ["b4"])
            #expect(typo.highlight("Persuasion").marked("[", "]") == "[Persuasion]")
        }
    }

    @Test("A session that searches as a user types shows the server's highlights, also of further pages")
    func session() async throws {
        try await Self.withShop { (_, engine, _) async throws in
            let session = SearchSession(
                Books.query().facet(\.tags).page(1, size: 2), on: engine, options: .init(pacing: .immediate))
            session.type("em")
            var state = session.state
            for await next in session.states where next.items.count >= 2 && next.phase == .loaded {
                state = next
                break
            }
            #expect(state.items.allSatisfy { !state.highlight($0.title).ranges.isEmpty })
            #expect(!state.facets.isEmpty)
            session.loadMore()
            for await next in session.states where next.items.count >= 4 {
                state = next
                break
            }
            #expect(state.items.allSatisfy { !state.highlight($0.title).ranges.isEmpty })
        }
    }

    @Test("Parameters pin and hide items, and the raw response comes beside the page")
    func parameters() async throws {
        try await Self.withShop { (content, _, _) async throws in
            let query = Books.query().search("emma").page(1, size: 10)
            let pinned = try await content.fetch(
                query.parameters(
                    TypesenseParameters(pinnedHits: ["b6": 1], hiddenHits: ["b1"], keepsResponse: true)))
            #expect(Self.ids(pinned).first == "b6" && !Self.ids(pinned).contains("b1"))
            #expect(pinned.pageInfo.meaning == .engine && pinned.serverResponses.count == 1)
            let response = try JSONValue(parsing: try #require(pinned.serverResponses.first))
            #expect(response.member("search_time_ms") != nil)
            let strict = try await content.fetch(
                Books.query().search("persuasoin").page(1, size: 10)
                    .parameters(TypesenseParameters(numTypos: 0)))
            #expect(strict.isEmpty)
            let browsed = try await content.fetch(
                Books.query().page(1, size: 10)
                    .parameters(TypesenseParameters(other: ["hidden_hits_unknown": .string("x")])))
            #expect(browsed.count == 8)
            #expect(try await content.fetch(query).serverResponses.isEmpty)
        }
    }

    @Test(
        "A parameter that Quire sets, and an id that the server would split, are refused before any request")
    func reserved() async throws {
        try await Self.withShop { (content, engine, _) async throws in
            _ = try await content.fetch(Books.query().page(1, size: 1))
            for name in ["q", "query_by", "filter_by", "page", "per_page", "pinned_hits", "sort_by"] {
                let query = Books.query().search("emma")
                    .parameters(TypesenseParameters(other: [name: .string("x")]))
                let error = #expect(throws: QueryError.self) { try engine.validate(query.request) }
                #expect(error?.reason == .reservedParameter && error?.node.contains(name) == true)
            }
            let unreachable = try TypesenseEngine(
                nodes: [#require(URL(string: "http://127.0.0.1:9"))], apiKey: "k",
                transport: ScriptedTransport([]))
            let query = Books.query().search("emma")
                .parameters(TypesenseParameters(other: ["filter_by": .string("x")]))
            await #expect(throws: QueryError.self) {
                try await ContentClient(engine: unreachable).fetch(query)
            }
            let split = Books.query().search("emma").parameters(TypesenseParameters(pinnedHits: ["a:b": 1]))
            #expect(throws: QueryError.self) { try engine.validate(split.request) }
        }
    }

    @Test(
        "The settings' meaning and parameters are defaults that a query replaces; a deletion ignores pinned items"
    )
    func defaults() async throws {
        try await Self.withShop { settings in
            settings.meaning = .engine
            settings.parameters = TypesenseParameters(pinnedHits: ["b6": 1])
        } _: { (content, engine, name) async throws in
            let emma = Books.query().where(\.title == "emma").page(1, size: 10)
            #expect(try await content.fetch(emma).pageInfo.meaning == .engine)
            await #expect(throws: UnsupportedError.self) { try await content.fetch(emma.meaning(.exact)) }
            let search = Books.query().search("persuasion").page(1, size: 10)
            #expect(Self.ids(try await content.fetch(search)).first == "b6")
            let replaced = search.parameters(TypesenseParameters(pinnedHits: ["b7": 1]))
            #expect(Self.ids(try await content.fetch(replaced)).first == "b7")
            #expect(try await engine.delete(Books.query().search("persuasion")) == 1)
            let left = try await text(.get, "/collections/\(name)/documents/b6")
            #expect(left.contains("Moby Dick"))
        }
    }

    @Test("A prepared collection that indexes the values is searched by the server itself on request")
    func prepared() async throws {
        try await withLiveEngine([Books.descriptor], settings: { $0.indexesPlainFields = true }) { engine in
            let content = ContentClient(engine: engine)
            for (row, title) in Self.titles.enumerated() {
                let values =
                    #"{"title":\#(JSONValue.string(title)),"age":\#(row),"price":1,"active":true,"tags":["t"]}"#
                let item = try instance(#"{"id":"p\#(row)","values":\#(values)}"#)
                #expect(try await engine.store([item], of: Books.descriptor) == [nil])
            }
            let typo = Books.query().search("persuasoin").facet(\.tags).page(1, size: 10)
            #expect(try await content.fetch(typo.search("persuasoin", mode: .asTyped)).isEmpty)
            let own = try await content.fetch(typo.meaning(.engine))
            #expect(Self.ids(own) == ["p4"] && own.pageInfo.meaning == .engine)
            #expect(own.facet(\.tags).map(\.count) == [1])
            #expect(own.highlight("Persuasion").marked("[", "]") == "[Persuasion]")
            // Filters stay exact.
            let filtered = try await content.fetch(
                Books.query().where(\.title == "Emma").search("emma").meaning(.engine).page(1, size: 10))
            #expect(Self.ids(filtered) == ["p0"])
            let pinned = try await content.fetch(
                Books.query().search("emma").meaning(.engine).page(1, size: 10)
                    .parameters(TypesenseParameters(pinnedHits: ["p6": 1], keepsResponse: true)))
            #expect(pinned.serverResponses.count == 1)
        }
    }

    @Test("Without indexed values, the error names the setting; parameters need the server's own search")
    func unprepared() async throws {
        try await withLiveEngine([Books.descriptor]) { engine in
            let content = ContentClient(engine: engine)
            let own = Books.query().search("emma").meaning(.engine).page(1, size: 10)
            let error = await #expect(throws: UnsupportedError.self) { try await content.fetch(own) }
            #expect(error?.hint.contains("indexesPlainFields") == true)
            let passed = Books.query().search("emma").page(1, size: 10).parameters(
                TypesenseParameters(numTypos: 1))
            let other = await #expect(throws: UnsupportedError.self) { try await content.fetch(passed) }
            #expect(other?.hint.contains(".meaning(.engine)") == true)
        }
    }
}
