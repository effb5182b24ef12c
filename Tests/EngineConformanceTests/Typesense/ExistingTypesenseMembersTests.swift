import Foundation
import Quire
import QuireCore
import QuireTesting
import QuireTypesense
import SearchServers
import Testing

/// On a Typesense collection that another program made, members of objects find what the in-memory engine finds, or are
/// refused.
@Suite struct ExistingTypesenseMembersTests {
    /// Random filters are long, and the server takes 99 parts.
    private static let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 1_500 : 5_000

    private static let fields = #"""
        {"name":"title","type":"string","sort":true},{"name":"size","type":"object","optional":true},
        {"name":"size.width","type":"int64","optional":true,"facet":true},
        {"name":"size.depth","type":"float","optional":true,"facet":true},
        {"name":"size.unit","type":"string","optional":true,"facet":true,"sort":true},
        {"name":"size.framed","type":"bool","optional":true,"facet":true},
        {"name":"size.sold","type":"int64","optional":true},{"name":"size.tags","type":"string[]","optional":true},
        {"name":"size.note","type":"string","optional":true},
        {"name":"size.box.height","type":"int32","optional":true},
        {"name":"people","type":"object[]","optional":true},
        {"name":"people.name","type":"string[]","optional":true,"facet":true},
        {"name":"people.role","type":"string[]","optional":true,"facet":true},
        {"name":"people.born","type":"int64[]","optional":true,"facet":true},
        {"name":"people.alive","type":"bool[]","optional":true,"facet":true},
        {"name":"people.since","type":"int64[]","optional":true},{"name":"people.marks","type":"int64[]","optional":true},
        {"name":"people.share","type":"float[]","optional":true},
        {"name":"people.about","type":"string[]","optional":true},
        {"name":"people.jobs.year","type":"int64[]","optional":true}
        """#

    /// A collection that another program filled, and the same items in memory.
    private struct Collection {
        let engine: TypesenseEngine
        let memory: InMemoryEngine
        let name: String

        func ids(_ filter: Filter) async throws -> [String] {
            let request = ExistingWorks.request(filter)
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            let found = try await engine.search([request], decoding: decoder)[0].items.sorted()
            let expected = try await memory.search([request], decoding: decoder)[0].items.sorted()
            #expect(found == expected, "\(filter)")
            return found
        }
    }

    private static func send(_ path: String, _ body: String) async throws -> String {
        try await ExistingTypesenseShelf.send(.post, path, body)
    }

    private static func with(
        _ sources: [JSONValue] = ExistingWorks.sources(hasNullsInLists: false), meaning: Meaning = .exact,
        nested: Bool = true, _ body: (Collection) async throws -> Void
    ) async throws {
        let name = "existing\(UUID().uuidString)"
        let made = try await send(
            "/collections",
            nested
                ? #"{"name":"\#(name)","enable_nested_fields":true,"fields":[\#(fields)]}"#
                : #"{"name":"\#(name)","fields":[{"name":"size.width","type":"int64","optional":true}]}"#)
        #expect(made.contains("created_at"), "\(made)")
        let lines = sources.enumerated().map { row, source in
            "{\"id\":\"\(ExistingWorks.id(row))\",\("\(source)".dropFirst())".replacingOccurrences(
                of: ",}", with: "}")
        }
        let loaded = try await send(
            "/collections/\(name)/documents/import?action=create", lines.joined(separator: "\n"))
        #expect(!loaded.contains("\"success\":false"), "\(loaded)")
        let server = try await SearchServers.typesense()
        let engine = TypesenseEngine(
            nodes: [server.url], apiKey: server.apiKey,
            settings: TypesenseSettings(
                nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)),
                collections: ["works": name], meaning: meaning))
        let memory = InMemoryEngine()
        await memory.add(ExistingWorks.items(sources), to: ExistingWorks.module)
        // The first search finds out whose collection it is.
        _ = try await engine.search([ExistingWorks.request(nil)], decoding: .ids(of: ExistingWorks.module))
        try await body(Collection(engine: engine, memory: memory, name: name))
        _ = try await ExistingTypesenseShelf.send(.delete, "/collections/\(name)")
    }

    private static func compare(
        _ requests: [SearchRequest], _ collection: Collection
    ) async throws -> (compared: Int, refused: Int) {
        try await ExistingComparison.compare(
            requests, collection.engine, with: collection.memory, isSortedByID: false)
    }

    private static func test(_ name: String, _ operation: FilterOperation, _ value: Int64) -> Filter {
        .leaf(.init(operation, name, value: .integer(value), type: .number))
    }

    private static func text(_ name: String, _ operation: FilterOperation, _ value: String) -> Filter {
        .leaf(.init(operation, name, value: .string(value), type: .string))
    }

    @Test("Every operation on every member finds what the in-memory engine finds, or is refused")
    func everyOperation() async throws {
        try await Self.with { (collection) async throws in
            let result = try await Self.compare(
                ExistingWorks.leaves.map { ExistingWorks.request($0) }, collection)
            print("existing Typesense: members: \(result)")
            var accepted: Set<String> = []
            for case .leaf(let leaf) in ExistingWorks.leaves
            where leaf.value != .null
                && collection.engine.refusal(of: ExistingWorks.request(.leaf(leaf))) == nil
            {
                accepted.insert("\(leaf.property) \(leaf.operation.rawValue)")
            }
            for name in [
                "size.width", "size.sold", "size.box.height", "people.born", "people.since", "people.marks",
                "people.jobs.year",
            ] {
                for sign in ["=", "<", ">="] {
                    #expect(accepted.contains("\(name) \(sign)"), "\(name) \(sign)")
                }
            }
            for name in ["size.framed", "people.alive"] {
                #expect(accepted.isSuperset(of: ["\(name) =", "\(name) !="]), "\(name)")
            }
            for name in ["size.unit", "size.depth", "size.seen", "people.role", "people.home.town"] {
                #expect(!accepted.contains("\(name) ="), "\(name)")
            }
        }
    }

    @Test("Random filters over members find what the in-memory engine finds")
    func randomFilters() async throws {
        try await Self.with { (collection) async throws in
            let leaves = ExistingWorks.leaves.filter {
                collection.engine.refusal(of: ExistingWorks.request($0)) == nil
            }
            let trees = ExistingComparison.trees(Self.trees, over: leaves).map { ExistingWorks.request($0) }
            let result = try await Self.compare(trees, collection)
            print("existing Typesense: trees over members: \(result)")
            #expect(result.compared > 1_000)
        }
    }

    @Test("Members in lists of objects: some object, worked out by hand")
    func cases() async throws {
        let sources =
            ExistingShelf.parsed(
                #"""
                [ {"title":"0","people":[{"born":1},{"born":9,"alive":true}]}, {"title":"1","people":[{"born":5},{}]},
                  {"title":"2","people":[]}, {"title":"3"}, {"title":"4","people":[null,{"born":9}],"size":{"framed":false}},
                  {"title":"5","size":{"box":{"height":-3}}}, {"title":"6","size":null} ]
                """#
            ).elements ?? []
        try await Self.with(sources) { (collection) async throws in
            let born = { Self.test("people.born", $0, $1) }
            let isFramed = Filter.leaf(.init(.notEqual, "size.framed", value: .boolean(false), type: .string))
            let cases: [(Filter, [Int])] = [
                (born(.equal, 9), [0, 4]), (born(.less, 6), [0, 1]),
                // Two objects may meet them.
                (.and([born(.greater, 5), born(.less, 3)]), [0]),
                (
                    .leaf(
                        .init(
                            .between, "people.born", value: .list([.integer(2), .integer(8)]), type: .number)),
                    [1]
                ),
                (.leaf(.init(.notEqual, "people.born", value: .null, type: .null)), [0, 1, 4]),
                (isFramed, [0, 1, 2, 3, 5, 6]), (Self.test("size.box.height", .less, 0), [5]),
                (.leaf(.init(.equal, "people.alive", value: .boolean(true), type: .string)), [0]),
            ]
            for (filter, rows) in cases {
                #expect(
                    try await collection.ids(filter) == rows.map(ExistingWorks.id).sorted(), "\(filter)")
            }
        }
    }

    @Test("Members sort, and facets of single numbers and Booleans count, as in memory")
    func ordersAndFacets() async throws {
        try await Self.with { (collection) async throws in
            for name in ["size.width", "size.framed"] {
                for order in [SortOrder.ascending, .descending] {
                    var request = ExistingWorks.request(nil, sort: [SortKey(.value(name), order)])
                    request.fields = ["size"]
                    func values(_ engine: any ContentEngine) async throws -> [JSONValue?] {
                        try await engine.search([request], decoding: .instances(of: ExistingWorks.module))[0]
                            .items.map {
                                ExistingWorks.module.fields[path: name]?.json(in: $0["values"]) ?? .null
                            }
                    }
                    let found = try await values(collection.engine)
                    #expect(try await values(collection.memory) == found, "\(name) \(order)")
                }
            }
            var request = ExistingWorks.request(Self.test("people.born", .greater, 0))
            request.facets = [FacetRequest("size.width"), FacetRequest("size.framed")]
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            let found = try await collection.engine.search([request], decoding: decoder)[0].facets
            #expect(try await collection.memory.search([request], decoding: decoder)[0].facets == found)
            #expect(found.count == 2)
        }
    }

    @Test(
        "A facet over a list of objects is refused, because the server counts objects; with its meaning, it runs"
    )
    func facetsOfObjects() async throws {
        var request = ExistingWorks.request(nil)
        request.facets = [FacetRequest("people.role")]
        let sources =
            ExistingShelf.parsed(
                #"[{"title":"0","people":[{"role":"artist"},{"role":"artist"}]},{"title":"1","people":[{"role":"x"}]}]"#
            ).elements ?? []
        try await Self.with(sources) { (collection) async throws in
            let message = collection.engine.refusal(of: request).map { "\($0)" } ?? ""
            for part in ["the facet \"people.role\"", "once for each object", ".meaning(.engine)"] {
                #expect(message.contains(part), "\(message)")
            }
            request.meaning = .engine
            let found = try await collection.engine.search(
                [request], decoding: .ids(of: ExistingWorks.module))[0]
            #expect(
                found.facets[0].counts == [FacetCount(.string("artist"), 2), FacetCount(.string("x"), 1)])
            #expect(found.pageInfo.meaning == .engine)
        }
    }

    @Test(
        "With a fallback, random conditions on one object find what the in-memory engine finds, of fewer items"
    )
    func elementFallbacks() async throws {
        try await Self.with { (collection) async throws in
            let content = ContentClient(engine: collection.engine)
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            var (narrowed, refused) = (0, 0)
            for filter in ExistingWorks.elementFilters(Self.trees / 3) {
                var request = ExistingWorks.request(filter)
                if collection.engine.refusal(of: request) != nil { refused += 1 }
                let expected = try await collection.memory.search([request], decoding: decoder)[0].items
                request.fallback = .clientSide(maxScanned: 1_000)
                let found = try await content.response(request, reading: decoder)
                #expect(found.items.sorted() == expected.sorted(), "\(filter)")
                if let scanned = found.scanned, scanned < ExistingWorks.count { narrowed += 1 }
            }
            print("existing Typesense: one object: \(refused) refused, \(narrowed) of them narrowed")
            #expect(refused > narrowed && narrowed > Self.trees / 100)
        }
    }

    @Test(
        "What the server cannot test is refused with the member's path and the ways out, and runs with a fallback"
    )
    func refusals() async throws {
        let element = Filter.any(
            RelationStep(elementsOf: "people"),
            .and([Self.test("born", .greater, 0), Self.test("born", .less, 9)]))
        try await Self.with { (collection) async throws in
            for (filter, parts) in [
                (element, ["one object of \"people\""]),
                (Self.text("people.role", .equal, "a"), ["= on \"people.role\"", ".meaning(.engine)"]),
                (Self.test("people.born", .notEqual, 1), ["!= on \"people.born\"", "missing values"]),
            ] as [(Filter, [String])] {
                var request = ExistingWorks.request(filter)
                let message = collection.engine.refusal(of: request).map { "\($0)" } ?? ""
                for part in parts + [".fallback(.clientSide(maxScanned:"] {
                    #expect(message.contains(part), "\(message)")
                }
                request.fallback = .clientSide(maxScanned: 1_000)
                request.page = .page(1, size: 100)
                let decoder = ItemDecoder.ids(of: ExistingWorks.module)
                let found = try await ContentClient(engine: collection.engine).response(
                    request, reading: decoder)
                let expected = try await ContentClient(engine: collection.memory).response(
                    request, reading: decoder)
                #expect(found.items.sorted() == expected.items.sorted() && found.scanned != nil)
            }
        }
        try await Self.with([], nested: false) { (collection) async throws in
            let message = collection.engine.refusal(
                of: ExistingWorks.request(Self.test("size.width", .equal, 1))
            ).map { "\($0)" }
            #expect(message?.contains("enable_nested_fields") == true)
        }
    }

    @Test("A search is the server's own also over members, and marks them")
    func search() async throws {
        let sources =
            ExistingShelf.parsed(
                #"[{"title":"0","size":{"note":"painted in oil"}},{"title":"1","people":[{"about":"the sea"},{"about":"a painter"}]}]"#
            ).elements ?? []
        try await Self.with(sources) { (collection) async throws in
            for (text, row, marked) in [("paintd", 0, "painted in oil"), ("painter", 1, "a painter")] {
                var request = ExistingWorks.request(nil)
                request.text = TextSearch(.all(text))
                let found = try await collection.engine.search([request], decoding: AnyContent.decoder)[0]
                #expect(found.items.map(\.id).contains(ExistingWorks.id(row)), "\(text)")
                #expect(found.text?.highlighter.highlight(marked).marked("[", "]").contains("[") == true)
            }
        }
    }

    @Test("An update that removes members removes them from the server's filters, too")
    func removedMembers() async throws {
        let sources =
            ExistingShelf.parsed(
                #"[{"title":"0","size":{"width":7,"framed":true,"box":{"height":3}},"people":[{"born":4},{"born":5}],"x":{"y":1}}]"#
            ).elements ?? []
        try await Self.with(sources) { (collection) async throws in
            func update(_ values: String) async throws {
                var update = WriteOperation(.update, ExistingWorks.module, id: ExistingWorks.id(0))
                update.values = ExistingShelf.parsed(values)
                let results = try await collection.engine.write(WriteBatch([update]))
                #expect(results.filter { !$0.isSuccess }.isEmpty, "\(results)")
            }
            func finds(_ filter: Filter) async throws -> Bool {
                let request = ExistingWorks.request(filter)
                let decoder = ItemDecoder.ids(of: ExistingWorks.module)
                return try await !collection.engine.search([request], decoding: decoder)[0].items.isEmpty
            }
            try await update(#"{"size":{"framed":true},"people":[{"name":"Ann"}]}"#)
            #expect(try await !finds(Self.test("size.width", .greater, 0)))
            #expect(try await !finds(Self.test("size.box.height", .greater, 0)))
            #expect(try await !finds(Self.test("people.born", .greater, 0)))
            try await update(#"{"size":{"width":8},"people":[{"born":1}]}"#)
            #expect(try await finds(Self.test("size.width", .equal, 8)))
            #expect(try await finds(Self.test("people.born", .equal, 1)))
            try await update(#"{"size":null,"people":[]}"#)
            #expect(try await !finds(Self.test("size.width", .greater, 0)))
            #expect(try await !finds(Self.test("people.born", .greater, 0)))
            let stored = try await ExistingTypesenseShelf.send(
                .get, "/collections/\(collection.name)/documents/\(ExistingWorks.id(0))")
            #expect(try JSONValue(parsing: Data(stored.utf8))["x"] == ExistingShelf.parsed(#"{"y":1}"#))
        }
    }

    @Test("The server refuses to store a member of another type, so no filter meets one")
    func unexpectedTypes() async throws {
        try await Self.with([]) { (collection) async throws in
            for source in [
                #"{"id":"x","title":"x","size":{"width":"12"}}"#, #"{"id":"x","title":"x","size":"wide"}"#,
                #"{"id":"x","title":"x","size":{"width":1.5}}"#,
                #"{"id":"x","title":"x","people":{"born":1}}"#,
                #"{"id":"x","title":"x","people":[{"born":null}]}"#,
                #"{"id":"x","title":"x","size":[{"width":1}]}"#,
            ] {
                let stored = try await Self.send("/collections/\(collection.name)/documents", source)
                #expect(stored.contains("\"message\""), "\(source): \(stored)")
            }
        }
    }
}
