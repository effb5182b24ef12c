import QuireEngine

/// What the evaluator finds among the hard documents: found once, for all who compare with it.
struct EvaluatedQuery: Sendable {
    let query: FilterCase
    /// The ids in the documents' order; `nil` where the evaluator refuses the query.
    let found: [String]?

    init(_ query: FilterCase) {
        self.query = query
        found = try? query.found
    }

    /// Of each leaf case, in their order.
    static let leavesOfValues = LeafCases.ofValues.map { EvaluatedQuery(FilterCase(values: .leaf($0))) }
    static let leavesOfMetadata = LeafCases.ofMetadata.map {
        EvaluatedQuery(FilterCase(metadata: .leaf($0)))
    }

    /// Of random trees over all leaf cases; a fifth of them has a second one over metadata.
    static func trees(_ count: Int, seed: UInt64) async -> [EvaluatedQuery] {
        await EvaluatedTrees.shared.trees(count, seed)
    }

    /// Of trees over some leaves.
    static func trees(values: [QueryTree], metadata: [QueryTree]) -> [EvaluatedQuery] {
        let queries =
            values.map { FilterCase(values: $0) }
            + zip(values, metadata).map { FilterCase(values: $0, metadata: $1) }
        return queries.map(EvaluatedQuery.init)
    }

    /// How many of some trees are over the values alone, and how many have a second one over the metadata.
    static func shares(of count: Int) -> (values: Int, metadata: Int) {
        (max(1, count - count / 5), count / 5)
    }
}

/// The trees of each seed: evaluated once for all engines of a process.
private actor EvaluatedTrees {
    static let shared = EvaluatedTrees()

    private struct Draw: Hashable {
        var count: Int
        var seed: UInt64
    }

    private var known: [Draw: [EvaluatedQuery]] = [:]

    func trees(_ count: Int, _ seed: UInt64) -> [EvaluatedQuery] {
        let draw = Draw(count: count, seed: seed)
        if let known = known[draw] { return known }
        let shares = EvaluatedQuery.shares(of: count)
        let trees = EvaluatedQuery.trees(
            values: RandomTrees.trees(shares.values, over: LeafCases.weightedOfValues, seed: seed),
            metadata: RandomTrees.trees(shares.metadata, over: LeafCases.weightedOfMetadata, seed: seed &+ 1))
        known[draw] = trees
        return trees
    }
}
