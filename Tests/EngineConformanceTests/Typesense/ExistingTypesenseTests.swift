import Foundation
import Quire
import QuireCluster
import QuireCore
import QuireTesting
import QuireTypesense
import Seeds
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

    /// Compares requests, and returns how many the engine refused.
    private static func compare(
        _ requests: [SearchRequest], _ engine: TypesenseEngine, _ memory: InMemoryEngine
    ) async throws -> (compared: Int, refused: Int) {
        let accepted = requests.filter { engine.refusal(of: $0) == nil }
        let decoder = ItemDecoder.ids(of: ExistingTypesenseShelf.module)
        var differences = 0
        for start in stride(from: 0, to: accepted.count, by: 40) {
            let batch = Array(accepted[start..<min(start + 40, accepted.count)])
            let found = try await engine.search(batch, decoding: decoder)
            let expected = try await memory.search(batch, decoding: decoder)
            for (request, (found, expected)) in zip(batch, zip(found, expected)) {
                let isSorted = !request.sort.isEmpty
                let (left, right) =
                    isSorted
                    ? (found.items, expected.items) : (found.items.sorted(), expected.items.sorted())
                guard left != right || found.pageInfo.totalItems != expected.pageInfo.totalItems else {
                    continue
                }
                differences += 1
                guard differences < 6 else { continue }
                Issue.record("\(try engine.explain(request))\nexpected \(right)\nfound \(left)")
            }
        }
        #expect(differences == 0)
        return (accepted.count, requests.count - accepted.count)
    }

    /// Every operation that a field's type allows, with values of the documents and others.
    private static let leaves: [Filter] = {
        var leaves: [Filter] = []
        func add(_ name: String, _ operations: [FilterOperation], _ values: [FilterValue], _ type: WireType) {
            for operation in operations {
                for value in values { leaves.append(.leaf(.init(operation, name, value, type: type))) }
            }
            for operation in [FilterOperation.in, .notIn] {
                leaves.append(.leaf(.init(operation, name, .list([]), type: type)))
                leaves.append(.leaf(.init(operation, name, .list(Array(values.prefix(4))), type: type)))
            }
            for operation in [FilterOperation.equal, .notEqual] {
                leaves.append(.leaf(.init(operation, name, .null, type: .null)))
            }
        }
        let equality: [FilterOperation] = [.equal, .notEqual]
        let orders: [FilterOperation] = [
            .greater, .notGreater, .greaterOrEqual, .notGreaterOrEqual, .less, .notLess, .lessOrEqual,
            .notLessOrEqual,
        ]
        let numbers: [FilterValue] = [
            .integer(0), .integer(-1), .integer(2), .integer(1815), .number(0.5), .integer(2_147_483_648),
            .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min),
            .number(1e308), .number(-1e308), .number(-2.5),
        ]
        for name in ["count", "rank", "year", "whole", "scores", "price"] {
            add(name, equality + orders, numbers, .number)
            for operation in [FilterOperation.between, .notBetween] {
                for bounds in [[0, 5], [2, 3], [5, 0], [-1, 2_147_483_647], [.min, 0], [0, .max]] as [[Int64]]
                {
                    let bounds = FilterValue.list(bounds.map(FilterValue.integer))
                    leaves.append(.leaf(.init(operation, name, bounds, type: .number)))
                }
            }
        }
        for name in ["open", "sure", "flags"] {
            add(name, equality, [.boolean(true), .boolean(false)], .string)
        }
        let dates: [FilterValue] = [
            .date(milliseconds: 0), .date(milliseconds: -1), .date(milliseconds: -1000),
            .date(milliseconds: 999),
            .date(milliseconds: 1_419_769_800_001), .date(milliseconds: .max), .date(milliseconds: .min),
        ]
        for name in ["released", "seconds", "day"] { add(name, equality + orders, dates, .date) }
        let parts: [FilterOperation] = [.like, .contains, .hasPrefix, .hasSuffix]
        let texts = ["Alpha", "alpha", "", "caf\u{E9}", "a`b", "m1"].map(FilterValue.string)
        for name in ["title", "moods", "note", "maker"] { add(name, equality + parts, texts, .string) }
        return leaves
    }()

    /// Requests by ids, which are metadata.
    private static let idRequests: [SearchRequest] = {
        let ids = ExistingTypesenseShelf.ids + ["none", "b", "a`b"]
        var requests = ids.map { id in
            var request = request(nil)
            request.metaFilter = .leaf(.init(.equal, "id", .string(id), type: .string))
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
                of: Self.request(.leaf(.init(.equal, "title", .string("alpha"), type: .string))))
            for way in ["TypesenseSettings.meaning", ".fallback(.clientSide(maxScanned:))", "engine.prepare"]
            {
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
            var random = SeededGenerator(seed: Seed.current)
            func tree(_ depth: Int) -> Filter {
                if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
                    return leaves.randomElement(using: &random) ?? .and([])
                }
                let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in tree(depth - 1) }
                return Bool.random(using: &random) ? .and(parts) : .or(parts)
            }
            let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 1_000 : 5_000
            let requests = (0..<trees).map { _ in Self.request(tree(3)) }
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
                .init(.in, "count", .list([-1, 0, 1, 2, 5].map(FilterValue.integer)), type: .number))
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
            var request = Self.request(.leaf(.init(.equal, "title", .string("alpha"), type: .string)))
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
                let request = Self.request(.leaf(.init(operation, "title", .string(text), type: .string)))
                return try await engine.search([request], decoding: decoder)[0].items.count
            }
            // Three of each eight titles.
            #expect(try await count(.equal, "ALPHA") == 9)
            #expect(try await count(.notEqual, "alpha") == 15)
            #expect(try await count(.equal, "cafe") == 3)
        }
    }
}
