#if SQLite
import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireTesting
import Seeds
import Testing

/// An existing collection, which has nothing but its own fields, finds what the in-memory engine finds, or refuses.
@Suite struct ExistingCollectionTests {
    /// Runs the body with a server that has the shelf, and with the same items in memory.
    private static func withShelf(_ body: (PocketBaseEngine, InMemoryEngine) async throws -> Void)
        async throws
    {
        try await PocketBaseServers.shared.with { server in try await run(on: server, body) }
    }

    private static func run(
        on server: PocketBaseServer, _ body: (PocketBaseEngine, InMemoryEngine) async throws -> Void
    ) async throws {
        try await server.send(
            .put, "collections/import",
            .object([
                .init("collections", .array([ExistingShelf.collection(id: "shelf0000000000")])),
                .init("deleteMissing", .boolean(false)),
            ]))
        try await server.create(ExistingShelf.records, in: "shelf")
        for row in 0..<ExistingShelf.count {
            try await server.send(
                .patch, "collections/shelf/records/\(ExistingShelf.id(row))", ExistingShelf.relations(row))
        }
        let stored = try await server.send(.get, "collections/shelf/records")
        guard case .integer(let total)? = stored.member("totalItems"), total == Int64(ExistingShelf.count)
        else {
            throw PocketBaseSetupFailure(text: "not all records are stored: \(stored)")
        }
        var records: [JSONValue] = []
        for row in 0..<ExistingShelf.count {
            records.append(try await server.send(.get, "collections/shelf/records/\(ExistingShelf.id(row))"))
        }
        let memory = InMemoryEngine()
        await memory.add(records.map(ExistingShelf.item), to: ExistingShelf.module)
        let engine = PocketBaseEngine(
            baseURL: server.node.url, authorization: BearerToken(server.token),
            settings: PocketBaseSettings(timeout: .seconds(900)))
        try await body(engine, memory)
        try await server.send(.delete, "collections/shelf")
    }

    private static func request(_ filter: Filter?, sort: [SortKey] = []) -> SearchRequest {
        var request = SearchRequest(module: ExistingShelf.module)
        request.filter = filter
        request.sort = sort
        request.page = .page(1, size: 100)
        return request
    }

    /// How many random trees.
    private static let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 400 : 3_000

    @Test("Every operation on every field finds what the in-memory engine finds, or is refused")
    func everyOperation() async throws {
        try await Self.withShelf { engine, memory in
            let result = try await ExistingComparison.compare(
                ExistingShelf.leaves.map { Self.request($0) }, engine, with: memory)
            print("existing PocketBase: leaves: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > 350)
        }
    }

    @Test("Random filters find what the in-memory engine finds, or are refused")
    func randomFilters() async throws {
        try await Self.withShelf { engine, memory in
            let leaves = ExistingShelf.leaves.filter { engine.refusal(of: Self.request($0)) == nil }
            let trees = ExistingComparison.trees(Self.trees, over: leaves).map { Self.request($0) }
            let result = try await ExistingComparison.compare(trees, engine, with: memory)
            print("existing PocketBase: trees: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > Self.trees * 2 / 3)
        }
    }

    @Test("Random filters over the record that a relation names find what the in-memory engine finds")
    func relatedFilters() async throws {
        try await Self.withShelf { engine, memory in
            let leaves = ExistingShelf.leaves.filter { engine.refusal(of: Self.request($0)) == nil }
            var random = SeededGenerator(seed: Seed.current)
            let step = RelationStep("maker", to: ExistingShelf.module)
            func tree(_ depth: Int, _ relations: Int) -> Filter {
                switch Int.random(in: 0..<6, using: &random) {
                case 0,
                    1 where depth > 0:
                    let parts = (0..<2).map { _ in tree(depth - 1, relations) }
                    return Bool.random(using: &random) ? .and(parts) : .or(parts)
                case 2,
                    3 where relations > 0:
                    let inner = tree(depth, relations - 1)
                    return Bool.random(using: &random) ? .any(step, inner) : .none(step, inner)
                default: return leaves.randomElement(using: &random) ?? .and([])
                }
            }
            func chain(_ count: Int, _ inner: Filter) -> Filter {
                (0..<count).reduce(inner) { inner, _ in .any(step, inner) }
            }
            // Every test of a field, there and not there; then trees; then the longest chain.
            let trees =
                leaves.flatMap { [Filter.any(step, $0), .none(step, $0)] }
                + (0..<Self.trees).map { _ in tree(3, 3) }
                + (1...6).flatMap { count in [chain(count, .and([])), chain(count, leaves[0])] }
            let result = try await ExistingComparison.compare(
                trees.map { Self.request($0) }, engine, with: memory)
            print("existing PocketBase: related: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > trees.count * 2 / 3)
            #expect(engine.refusal(of: Self.request(chain(7, .and([])))) != nil)
        }
    }

    @Test(
        "A client asks once for conditions over relations to one item, and looks up the ids of others first")
    func clients() async throws {
        try await Self.withShelf { engine, memory in
            let module = ExistingShelf.module
            let step = RelationStep("maker", to: module)
            let old = Filter.leaf(.init(.greater, "age", value: .integer(1), type: .number))
            // `every` is none with the complement.
            let young = Filter.leaf(.init(.lessOrEqual, "age", value: .integer(1), type: .number))
            let makers = RelationStep("makers", to: module)
            let filters: [(filter: Filter, searches: Int)] = [
                (.any(step, old), 1), (.none(step, .any(step, old)), 1),
                (.and([.any(step, old), .any(RelationStep(from: module, by: "maker"), old)]), 2),
                (.or([.any(RelationStep(from: module, by: "maker"), old), .none(step, old)]), 3),
                (.any(makers, old), 2), (.none(makers, old), 2), (.none(makers, young), 2),
                (.and([.any(makers, old), .any(makers, young), .none(step, old)]), 3),
                (.any(makers, .none(makers, old)), 3),
            ]
            for (filter, searches) in filters {
                let request = Self.request(filter)
                let explanation = try request.explanation(on: engine)
                #expect(
                    explanation.split(separator: "\n").count { $0.hasPrefix("GET ") } == searches,
                    "\(explanation)")
                let decoder = ItemDecoder.ids(of: module)
                let found = try await ContentClient(engine: engine).response(request, reading: decoder)
                let expected = try await ContentClient(engine: memory).response(request, reading: decoder)
                #expect(found.items == expected.items && !found.items.isEmpty, "\(filter)")
            }
        }
    }

    @Test("Sort orders, pages and cursors cover the results in order, and metadata can be tested")
    func ordersAndPages() async throws {
        try await Self.withShelf { engine, memory in
            var requests: [SearchRequest] = []
            for field in ExistingShelf.module.fields.fields where field.isSortable {
                for order in [SortOrder.ascending, .descending] {
                    for nulls in [SortKey.Nulls?.none, .first, .last] {
                        requests.append(
                            Self.request(nil, sort: [SortKey(.value(field.name), order, nulls: nulls)]))
                    }
                }
            }
            for name in ["id", "createdAt", "updatedAt", "name"] {
                requests.append(
                    Self.request(nil, sort: [SortKey(.metadata(name), .descending), SortKey(.value("age"))]))
            }
            for name in ["createdAt", "updatedAt"] {
                for operation in [FilterOperation.greater, .lessOrEqual, .notEqual] {
                    var request = Self.request(nil)
                    request.metaFilter = .leaf(
                        .init(operation, name, value: .date(milliseconds: 1_700_000_000_000), type: .date))
                    requests.append(request)
                }
            }
            for (offset, limit) in [(0, 7), (3, 7), (13, 11), (39, 5), (100, 3), (7, 40)] {
                var request = Self.request(nil, sort: [SortKey(.value("price"), .descending)])
                request.page = .offset(offset, limit: limit)
                requests.append(request)
            }
            let result = try await ExistingComparison.compare(requests, engine, with: memory)
            print("existing PocketBase: orders: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > 25)

            let decoder = ItemDecoder.ids(of: ExistingShelf.module)
            for sort in [
                [], [SortKey(.value("title"))], [SortKey(.value("price"), .descending)],
                [SortKey(.value("open"), .descending), SortKey(.value("day"))],
                [SortKey(.metadata("id"), .descending)],
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
}
#endif
