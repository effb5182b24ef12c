import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireOpenSearch
import QuireTesting
import SearchServers
import Testing

/// An index that another program made and fills finds what the in-memory engine finds, or refuses.
@Suite struct ExistingIndexTests {
    private static let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 1_000 : 10_000

    /// How the other program describes its index.
    private static let mapping = """
        {"settings":{"number_of_replicas":0},"mappings":{"properties":{
        "title":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}},
        "email":{"type":"keyword"},"body":{"type":"text"},"link":{"type":"keyword"},"age":{"type":"long"},
        "price":{"type":"double"},"open":{"type":"boolean"},"day":{"type":"date"},"language":{"type":"keyword"},
        "moods":{"type":"keyword"},"maker":{"type":"keyword"},"makers":{"type":"keyword"},
        "place":{"type":"geo_point"},"extra":{"type":"object","enabled":false},"createdAt":{"type":"date"}}}}
        """

    /// The documents as the other program writes them.
    private static let documents: [(id: String, source: JSONValue)] = (0..<ExistingShelf.count).map { row in
        let record = ExistingShelf.records[row]
        guard case .object(let members) = record, case .object(let relations) = ExistingShelf.relations(row)
        else { return ("", .null) }
        let kept = (members + relations).filter { member in
            member.name != "id"
                && !(["day", "language", "maker", "link"].contains(member.name)
                    && member.value == .string(""))
        }.map { member in
            guard member.name == "day", case .string(let text) = member.value else { return member }
            return JSONValue.Member("day", .string(text.replacingOccurrences(of: " ", with: "T")))
        }
        return (
            ExistingShelf.id(row),
            .object(
                kept + [
                    .init("createdAt", .string("2024-05-0\(row % 9 + 1)T10:00:00Z")),
                    .init("internal", .object([.init("owner", .string("backend"))])),
                ])
        )
    }

    /// The same items, written by hand: what a value means does not come from the engine.
    private static let items: [JSONValue] = documents.map { document in
        guard case .object(let members) = document.source else { return .null }
        var values: [JSONValue.Member] = []
        var created: JSONValue = .null
        for member in members {
            switch (member.name, member.value) {
            case ("createdAt", .string(let text)): created = .integer(DateReading.rfc3339(text) ?? 0)
            default: values.append(member)
            }
        }
        return .object([
            .init("id", .string(document.id)), .init("createdAt", created), .init("values", .object(values)),
        ])
    }

    @discardableResult
    private static func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
    ) async throws -> JSONValue {
        let server = try await SearchServers.openSearch()
        var request = HTTPRequest(
            method, URL(string: path, relativeTo: server.url) ?? server.url, body: body.map { Data($0.utf8) })
        request.headers["Content-Type"] = "application/json"
        let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        return try JSONValue(parsing: response.body)
    }

    private static func withShelf(
        _ body: (OpenSearchEngine, InMemoryEngine, String) async throws -> Void
    ) async throws {
        let server = try await SearchServers.openSearch()
        let prefix = "existing-\(UUID().uuidString.lowercased())-"
        try await send(.put, "/\(prefix)shelf", mapping)
        var lines = ""
        for document in documents {
            lines += "{\"index\":{\"_id\":\"\(document.id)\"}}\n\(document.source)\n"
        }
        let loaded = try await send(.post, "/\(prefix)shelf/_bulk?refresh=true", lines)
        #expect(loaded["errors"] == .boolean(false), "\(loaded)")
        let memory = InMemoryEngine()
        await memory.add(items, to: ExistingShelf.module)
        let engine = OpenSearchEngine(
            nodes: [server.url],
            settings: OpenSearchSettings(
                prefix: prefix,
                nodes: NodeSettings(timeout: .seconds(300), attemptTimeout: .seconds(300)), refresh: .now))
        do {
            // The first search reads what the index has.
            _ = try await engine.search([request(nil)], decoding: .ids(of: ExistingShelf.module))
            try await body(engine, memory, "/\(prefix)shelf")
        } catch {
            try await send(.delete, "/\(prefix)shelf")
            throw error
        }
        try await send(.delete, "/\(prefix)shelf")
    }

    private static func request(_ filter: Filter?, sort: [SortKey] = []) -> SearchRequest {
        var request = SearchRequest(module: ExistingShelf.module)
        request.filter = filter
        request.sort = sort
        request.page = .page(1, size: 100)
        return request
    }

    @Test("Every operation on every field finds what the in-memory engine finds, or is refused")
    func everyOperation() async throws {
        try await Self.withShelf { engine, memory, _ in
            let result = try await ExistingComparison.compare(
                ExistingShelf.leaves.map { Self.request($0) }, engine, with: memory)
            print("existing OpenSearch: leaves: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > 500)
        }
    }

    @Test("Random filters find what the in-memory engine finds")
    func randomFilters() async throws {
        try await Self.withShelf { engine, memory, _ in
            let leaves = ExistingShelf.leaves.filter { engine.refusal(of: Self.request($0)) == nil }
            let trees = ExistingComparison.trees(Self.trees, over: leaves).map { Self.request($0) }
            let result = try await ExistingComparison.compare(trees, engine, with: memory)
            #expect(result.compared == Self.trees)
        }
    }

    @Test("Sort orders, pages and cursors cover the results in order")
    func ordersAndPages() async throws {
        try await Self.withShelf { engine, memory, _ in
            var requests: [SearchRequest] = []
            for name in ["email", "age", "price", "open", "day", "language"] {
                for order in [SortOrder.ascending, .descending] {
                    for nulls in [SortKey.Nulls?.none, .first, .last] {
                        requests.append(
                            Self.request(nil, sort: [SortKey(.value(name), order, nulls: nulls)]))
                    }
                }
            }
            for (offset, limit) in [(0, 7), (3, 7), (39, 5), (100, 3)] {
                var request = Self.request(nil, sort: [SortKey(.value("price"), .descending)])
                request.page = .offset(offset, limit: limit)
                requests.append(request)
            }
            let result = try await ExistingComparison.compare(requests, engine, with: memory)
            #expect(result.refused == 0)
            let decoder = ItemDecoder.ids(of: ExistingShelf.module)
            for sort in [
                [], [SortKey(.value("email"))], [SortKey(.value("price"), .descending)],
                [SortKey(.value("open"), .descending), SortKey(.value("day"))],
            ] {
                var request = Self.request(nil, sort: sort)
                let all = try await memory.search([request], decoding: decoder)[0].items
                var found: [String] = []
                var cursor: Cursor?
                repeat {
                    request.page = .cursor(cursor, limit: 6)
                    let page = try await engine.search([request], decoding: decoder)[0]
                    #expect(page.pageInfo.totalItems == all.count)
                    found += page.items
                    cursor = page.nextCursor
                } while cursor != nil && found.count <= all.count
                #expect(found == all, "\(sort)")
            }
        }
    }

    @Test("Facets count what the in-memory engine counts, and items have their values")
    func facetsAndItems() async throws {
        try await Self.withShelf { engine, memory, _ in
            let names = ["language", "moods", "age", "open", "day"]
            var request = SearchRequest(
                module: ModuleDescriptor(
                    name: "shelf",
                    fields: ExistingShelf.module.fields.fields.map { field in
                        names.contains(field.name)
                            ? FieldDescriptor(name: field.name, kind: field.kind, facet: .conjunctive) : field
                    }))
            request.page = .page(1, size: 100)
            request.facets = names.map { FacetRequest($0) }
            let decoder = AnyContent.decoder
            let found = try await engine.search([request], decoding: decoder)[0]
            let expected = try await memory.search([request], decoding: decoder)[0]
            #expect(found.facets.count == 5)
            for (found, expected) in zip(found.facets, expected.facets) {
                #expect(found.counts == expected.counts, "\(found.field)")
            }
            #expect(found.items.map(\.id) == expected.items.map(\.id))
            for (found, expected) in zip(found.items, expected.items) {
                #expect(found.metadata == expected.metadata)
                let values = try [found, expected].map { item in
                    guard case .object(let members) = try JSONValue(parsing: Data("\(item.values)".utf8))
                    else {
                        return Set<JSONValue.Member>()
                    }
                    return Set(members)
                }
                #expect(values[0] == values[1])
            }
        }
    }

    @Test("What the index rounds or splits into words is refused, with the ways out")
    func refusals() async throws {
        try await Self.withShelf { engine, _, _ in
            func reason(_ leaf: Filter) -> String {
                engine.refusal(of: Self.request(leaf)).map { "\($0)" } ?? ""
            }
            let body = reason(.leaf(.init(.equal, "body", value: .string("x"), type: .string)))
            #expect(body.contains("the index holds its words, not the text"))
            #expect(
                body.contains(".fallback(.clientSide(maxScanned: 1_000))") && body.contains("engine.prepare"))
            let place = reason(
                .leaf(
                    .init(
                        .within, "place", value: .list([-1, -1, 1, 1].map(FilterValue.number)), type: .number)
                ))
            #expect(place.contains("the index rounds places"))
            let like = reason(.leaf(.init(.like, "email", value: .string("xyz"), type: .string)))
            #expect(like.contains("ASCII"))
        }
    }

    @Test("What is refused runs with a fallback, also if the engine has not seen the index before")
    func fallback() async throws {
        try await Self.withShelf { engine, memory, _ in
            var request = Self.request(
                .leaf(.init(.contains, "body", value: .string("mma"), type: .string)))
            request.fallback = .clientSide(maxScanned: 1_000)
            let decoder = ItemDecoder.ids(of: ExistingShelf.module)
            let expected = try await ContentClient(engine: memory).response(request, reading: decoder).items
            #expect(!expected.isEmpty)
            let fresh = OpenSearchEngine(
                nodes: [try await SearchServers.openSearch().url], settings: engine.settings)
            let found = try await ContentClient(engine: fresh).response(request, reading: decoder).items
            #expect(found == expected)
        }
    }

    @Test("A text search is the server's own, and its words are highlighted")
    func search() async throws {
        try await Self.withShelf { engine, _, _ in
            var module = ExistingShelf.module
            module = ModuleDescriptor(
                name: "shelf",
                fields: module.fields.fields.map { field in
                    field.name == "title"
                        ? FieldDescriptor(name: "title", kind: .text, searchWeight: 2) : field
                })
            var request = SearchRequest(module: module)
            request.text = TextSearch("alpha be")
            let response = try await engine.search([request], decoding: AnyContent.decoder)[0]
            #expect(response.items.count == ExistingShelf.count / 22 + (ExistingShelf.count % 22 > 2 ? 1 : 0))
            let text = try #require(response.text)
            // Which of the two words this server marks is its own affair.
            let marked = text.highlighter.highlight("Alpha Beta").marked("[", "]")
            #expect(["[Alpha] Beta", "Alpha [Beta]", "[Alpha] [Beta]", "[Alpha Beta]"].contains(marked))
            #expect(text.highlighter.matchLevel(of: "Alpha Beta") == .partial)
        }
    }

    @Test("An update changes the declared fields, and leaves everything else as the other program wrote it")
    func writing() async throws {
        try await Self.withShelf { engine, _, path in
            let (module, id) = (ExistingShelf.module, ExistingShelf.id(3))
            var update = WriteOperation(.update, module, id: id)
            update.values = .object([
                .init("title", .string("Emma")), .init("age", .integer(7)), .init("email", .null),
                .init("place", .object([.init("latitude", .integer(1)), .init("longitude", .integer(2))])),
            ])
            var create = WriteOperation(.create, module, id: "new item")
            create.values = .object([
                .init("title", .string("New")), .init("age", .integer(1)), .init("price", .number(1.5)),
                .init("open", .boolean(true)),
                .init("place", .object([.init("latitude", .integer(1)), .init("longitude", .integer(2))])),
            ])
            let before = Self.documents[3].source
            let delete = WriteOperation(.delete, module, id: ExistingShelf.id(4))
            let results = try await engine.write(WriteBatch([update, create, delete]))
            #expect(results.filter { !$0.isSuccess }.isEmpty, "\(results)")
            let after = try #require(try await Self.send(.get, "\(path)/_doc/\(id)")["_source"])
            #expect(after["title"] == .string("Emma"))
            #expect(after["age"] == .integer(7))
            #expect(after["place"] == .object([.init("lat", .integer(1)), .init("lon", .integer(2))]))
            for name in ["internal", "createdAt", "moods", "price", "body", "extra", "makers"] {
                #expect(after[name] == before[name], "\(name)")
            }
            guard case .object(let members) = after else { return }
            #expect(!members.contains { $0.name.hasPrefix("q_") || $0.name == "updatedAt" })
            let new = try #require(try await Self.send(.get, "\(path)/_doc/new%20item")["_source"])
            guard case .object(let written) = new else { return }
            #expect(Set(written.map(\.name)) == ["title", "age", "price", "open", "place", "createdAt"])
            #expect(
                try await Self.send(.get, "\(path)/_doc/\(ExistingShelf.id(4))")["found"] == .boolean(false))
        }
    }

    @Test("Preparing never touches an index that another program made")
    func preparing() async throws {
        try await Self.withShelf { engine, _, path in
            let before = try await Self.send(.get, "\(path)/_mapping")
            for restarting in [false, true] {
                let error = await #expect(throws: CollectionError.self) {
                    try await engine.prepare(
                        [ExistingShelf.module], filling: .nothing, restarting: restarting
                    ) { _ in }
                }
                #expect(error?.reason == .foreign)
            }
            for call in [
                { _ = try await engine.store([Self.items[0]], of: ExistingShelf.module) },
                { try await engine.repair([ExistingShelf.module]) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: CollectionError.self) { try await call() }
                #expect(error?.reason == .foreign)
            }
            try await engine.remove([ExistingShelf.module])
            #expect(try await Self.send(.get, "\(path)/_mapping") == before)
            #expect(
                try await Self.send(.get, "\(path)/_count")["count"] == .integer(Int64(ExistingShelf.count)))
        }
    }
}
