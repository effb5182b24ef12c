import Foundation
import Quire
import QuireTesting
import Seeds
import Testing

/// Compares an engine on a collection that another program made with the same items in memory.
enum ExistingComparison {
    /// Compares requests, and returns how many the engine refused.
    ///
    /// - Parameter isSortedByID: Whether the engine sorts items without a sort key by their ids.
    static func compare(
        _ requests: [SearchRequest], _ engine: some ContentEngine, with memory: InMemoryEngine,
        isSortedByID: Bool = true
    ) async throws -> (compared: Int, refused: Int) {
        let accepted = requests.filter { engine.refusal(of: $0) == nil }
        var differences = 0
        for start in stride(from: 0, to: accepted.count, by: 40) {
            let batch = Array(accepted[start..<min(start + 40, accepted.count)])
            let decoder = ItemDecoder.ids(of: batch[0].module)
            let found = try await engine.search(batch, decoding: decoder)
            let expected = try await memory.search(batch, decoding: decoder)
            for (request, (found, expected)) in zip(batch, zip(found, expected)) {
                let isSorted = isSortedByID || !request.sort.isEmpty
                let items = [found.items, expected.items].map { isSorted ? $0 : $0.sorted() }
                guard
                    items[0] != items[1] || found.pageInfo.totalItems != expected.pageInfo.totalItems
                else { continue }
                differences += 1
                guard differences < 6 else { continue }
                Issue.record("\(try engine.explain(request))\nexpected \(items[1])\nfound \(items[0])")
            }
        }
        #expect(differences == 0)
        return (accepted.count, requests.count - accepted.count)
    }

    /// Random trees over leaves, from the seed of the tests.
    static func trees(_ count: Int, over leaves: [Filter]) -> [Filter] {
        var random = SeededGenerator(seed: Seed.current)
        func tree(_ depth: Int) -> Filter {
            if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
                return leaves.randomElement(using: &random) ?? .and([])
            }
            let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in tree(depth - 1) }
            return Bool.random(using: &random) ? .and(parts) : .or(parts)
        }
        return (0..<count).map { _ in tree(3) }
    }
}

/// Leaves of filters: operations on fields, with values of the documents and others.
struct LeafList {
    private(set) var all: [Filter] = []

    static let equality: [FilterOperation] = [.equal, .notEqual]
    static let orders: [FilterOperation] = [
        .greater, .notGreater, .greaterOrEqual, .notGreaterOrEqual, .less, .notLess, .lessOrEqual,
        .notLessOrEqual,
    ]

    /// Adds operations with each value, lists of values, and tests for a missing value.
    mutating func add(
        _ name: String, _ operations: [FilterOperation], values: [FilterValue], type: WireType
    ) {
        for value in values { add(name, operations, value: value, type: type) }
        add(name, [.in, .notIn], value: .list([]), type: type)
        add(name, [.in, .notIn], value: .list(Array(values.prefix(4))), type: type)
        add(name, Self.equality, value: .null, type: .null)
    }

    mutating func add(
        _ name: String, _ operations: [FilterOperation], value: FilterValue, type: WireType
    ) {
        for operation in operations { all.append(.leaf(.init(operation, name, value: value, type: type))) }
    }
}
