import Foundation
import Quire
import QuireCore
import QuireRemote
import QuireTesting
import QuireTypesense
import Testing

/// On a collection that another program made, the engine finds what the in-memory engine finds, or refuses.
@Suite struct ExistingTypesenseTests {
    private static func request(_ filter: Filter?, sort: [SortKey] = []) -> SearchRequest {
        var request = SearchRequest(module: ExistingTypesenseShelf.module)
        request.filter = filter
        request.sort = sort
        request.page = .all
        return request
    }

    private static func compare(
        _ requests: [SearchRequest], _ engine: TypesenseEngine, _ memory: InMemoryEngine
    ) async throws -> (compared: Int, refused: Int) {
        try await ExistingComparison.compare(requests, engine, with: memory, isSortedByID: false)
    }

    /// Every operation that a field's type allows, with values of the documents and others.
    private static let leaves: [Filter] = {
        var leaves = LeafList()
        let (equality, orders) = (LeafList.equality, LeafList.orders)
        let numbers: [FilterValue] = [
            .integer(0), .integer(-1), .integer(2), .integer(1815), .number(0.5), .integer(2_147_483_648),
            .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min),
            .number(1e308), .number(-1e308), .number(-2.5),
        ]
        for name in ["count", "rank", "year", "whole", "scores", "price"] {
            leaves.add(name, equality + orders, values: numbers, type: .number)
            for operation in [FilterOperation.between, .notBetween] {
                for bounds in [[0, 5], [2, 3], [5, 0], [-1, 2_147_483_647], [.min, 0], [0, .max]] as [[Int64]]
                {
                    leaves.add(
                        name, [operation], value: .list(bounds.map(FilterValue.integer)), type: .number)
                }
            }
        }
        for name in ["open", "sure", "flags"] {
            leaves.add(name, equality, values: [.boolean(true), .boolean(false)], type: .string)
        }
        let dates: [FilterValue] = [
            .date(milliseconds: 0), .date(milliseconds: -1), .date(milliseconds: -1000),
            .date(milliseconds: 999),
            .date(milliseconds: 1_419_769_800_001), .date(milliseconds: .max), .date(milliseconds: .min),
        ]
        for name in ["released", "seconds", "day"] {
            leaves.add(name, equality + orders, values: dates, type: .date)
        }
        let parts: [FilterOperation] = [.like, .contains, .hasPrefix, .hasSuffix]
        let texts = ["Alpha", "alpha", "", "caf\u{E9}", "a`b", "m1"].map(FilterValue.string)
        for name in ["title", "moods", "note", "maker"] {
            leaves.add(name, equality + parts, values: texts, type: .string)
        }
        return leaves.all
    }()

    /// Requests by ids, which are metadata.
    private static let idRequests: [SearchRequest] = {
        let ids = ExistingTypesenseShelf.ids + ["none", "b", "a`b"]
        var requests = ids.map { id in
            var request = request(nil)
            request.metaFilter = .leaf(.init(.equal, "id", value: .string(id), type: .string))
            return request
        }
        var some = request(nil)
        some.ids = ExistingTypesenseShelf.ids
        requests.append(some)
        some.ids = []
        requests.append(some)
        return requests
    }()

    @Test("Every operation on every field finds what the in-memory engine finds, or is refused")
    func everyOperation() async throws {
        try await ExistingTypesenseShelf.with { (engine, memory, _) async throws in
            // The first search finds out whose collection it is.
            _ = try await engine.search(
                [Self.request(nil)], decoding: .ids(of: ExistingTypesenseShelf.module))
            let result = try await Self.compare(
                Self.leaves.map { Self.request($0) } + Self.idRequests, engine, memory)
            print("existing Typesense: leaves: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > 300)
            var refused: Set<String> = []
            for case .leaf(let leaf) in Self.leaves
            where leaf.value != .null && engine.refusal(of: Self.request(.leaf(leaf))) != nil {
                refused.insert("\(leaf.property) \(leaf.operation.rawValue)")
            }
            for name in ["price", "title", "moods", "note", "maker", "day"] {
                #expect(refused.contains("\(name) ="), "\(name)")
            }
            for name in [
                "count", "rank", "year", "scores", "open", "sure", "flags", "released", "seconds",
            ] {
                #expect(!refused.contains("\(name) ="), "\(name)")
            }
            for name in ["rank", "year", "sure", "seconds", "open"] {
                #expect(!refused.contains("\(name) !="), "\(name)")
            }
            let error = engine.refusal(
                of: Self.request(.leaf(.init(.equal, "title", value: .string("alpha"), type: .string))))
            for way in [".meaning(.engine)", ".fallback(.clientSide(maxScanned:))", "engine.prepare"] {
                #expect(error?.hint.contains(way) == true)
            }
        }
    }

    @Test("Random filters find what the in-memory engine finds, or are refused")
    func randomFilters() async throws {
        try await ExistingTypesenseShelf.with { (engine, memory, _) async throws in
            _ = try await engine.search(
                [Self.request(nil)], decoding: .ids(of: ExistingTypesenseShelf.module))
            let leaves = Self.leaves.filter { engine.refusal(of: Self.request($0)) == nil }
            let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 1_000 : 5_000
            let requests = ExistingComparison.trees(trees, over: leaves).map { Self.request($0) }
            let result = try await Self.compare(requests, engine, memory)
            print("existing Typesense: trees: \(result.compared) compared, \(result.refused) refused")
            #expect(result.compared > trees / 2)
        }
    }

    @Test("Numbers sort as in memory, missing ones first or last")
    func sorting() async throws {
        try await ExistingTypesenseShelf.with { (engine, memory, _) async throws in
            _ = try await engine.search(
                [Self.request(nil)], decoding: .ids(of: ExistingTypesenseShelf.module))
            // Without equal keys, and without the ends of Int64, which the server takes for missing values.
            let filter = Filter.leaf(
                .init(.in, "count", value: .list([-1, 0, 1, 2, 5].map(FilterValue.integer)), type: .number))
            let sorts = [
                [SortKey(.value("count"))], [SortKey(.value("count"), .descending)],
            ]
            var requests = sorts.map { Self.request(filter, sort: $0) }
            for index in requests.indices {
                requests[index].ids = Array(ExistingTypesenseShelf.ids.prefix(8))
            }
            #expect(try await Self.compare(requests, engine, memory).refused == 0)
        }
    }

    @Test("A request with a fallback is filtered here, and one without it is refused before any search")
    func fallback() async throws {
        try await ExistingTypesenseShelf.with { (engine, memory, _) async throws in
            var request = Self.request(.leaf(.init(.equal, "title", value: .string("alpha"), type: .string)))
            request.page = .page(1, size: 20)
            let decoder = ItemDecoder.ids(of: ExistingTypesenseShelf.module)
            let error = await #expect(throws: UnsupportedError.self) {
                try await engine.search([request], decoding: decoder)
            }
            #expect(error?.engine == "Typesense")
            let expected = try await memory.search([request], decoding: decoder).first?.items
            request.fallback = .clientSide(maxScanned: 100)
            let found = try await ContentClient(engine: engine).count(request)
            #expect(found == expected?.count && found > 0)
        }
    }

    @Test("With the server's meaning, filters on texts ignore case, accents and punctuation")
    func serverMeaning() async throws {
        try await ExistingTypesenseShelf.with(meaning: .engine) { (engine, _, _) async throws in
            let decoder = ItemDecoder.ids(of: ExistingTypesenseShelf.module)
            func count(_ operation: FilterOperation, _ text: String) async throws -> Int {
                let request = Self.request(
                    .leaf(.init(operation, "title", value: .string(text), type: .string)))
                return try await engine.search([request], decoding: decoder)[0].items.count
            }
            // Three of each eight titles.
            #expect(try await count(.equal, "ALPHA") == 9)
            #expect(try await count(.notEqual, "alpha") == 15)
            #expect(try await count(.equal, "cafe") == 3)
        }
    }
}
