import QuireCore
import QuireEngine

/// The evaluator's results among the hard documents, computed once for all comparisons.
struct EvaluatedQuery: Sendable {
    let query: FilterCase
    /// The ids in the documents' order; `nil` if the evaluator rejects the query.
    let matchingIDs: [String]?

    init(_ query: FilterCase) {
        self.query = query
        matchingIDs = try? query.matchingIDs
    }

    /// The results of each leaf case, in order.
    static var leavesOfValues: [EvaluatedQuery] {
        HardDocuments.arePlain ? plainLeavesOfValues : hardLeavesOfValues
    }
    static var leavesOfMetadata: [EvaluatedQuery] {
        HardDocuments.arePlain ? plainLeavesOfMetadata : hardLeavesOfMetadata
    }

    private static let hardLeavesOfValues = valueLeaves(arePlain: false)
    private static let plainLeavesOfValues = valueLeaves(arePlain: true)
    private static let hardLeavesOfMetadata = metadataLeaves(arePlain: false)
    private static let plainLeavesOfMetadata = metadataLeaves(arePlain: true)

    private static func valueLeaves(arePlain: Bool) -> [EvaluatedQuery] {
        HardDocuments.$arePlain.withValue(arePlain) {
            LeafCases.ofValues.map { EvaluatedQuery(FilterCase(values: .leaf($0))) }
        }
    }

    private static func metadataLeaves(arePlain: Bool) -> [EvaluatedQuery] {
        HardDocuments.$arePlain.withValue(arePlain) {
            LeafCases.ofMetadata.map { EvaluatedQuery(FilterCase(metadata: .leaf($0))) }
        }
    }

    /// The results of random trees over all leaf cases; a fifth of them also have a tree over metadata.
    static func trees(_ count: Int, seed: UInt64) async -> [EvaluatedQuery] {
        await EvaluatedTrees.shared.trees(count, seed)
    }

    /// The results of trees over some leaves.
    static func trees(values: [QueryTree], metadata: [QueryTree]) -> [EvaluatedQuery] {
        let queries =
            values.map { FilterCase(values: $0) }
            + zip(values, metadata).map { FilterCase(values: $0, metadata: $1) }
        return queries.map(EvaluatedQuery.init)
    }

    /// How many trees cover only values, and how many also have a tree over metadata.
    static func shares(of count: Int) -> (values: Int, metadata: Int) {
        (max(1, count - count / 5), count / 5)
    }
}

/// The trees of each seed, evaluated once for all engines of a process.
private actor EvaluatedTrees {
    static let shared = EvaluatedTrees()

    private struct Draw: Hashable {
        var count: Int
        var seed: UInt64
        var arePlain = HardDocuments.arePlain
    }

    private var treesByDraw: [Draw: [EvaluatedQuery]] = [:]

    func trees(_ count: Int, _ seed: UInt64) -> [EvaluatedQuery] {
        let draw = Draw(count: count, seed: seed)
        if let trees = treesByDraw[draw] { return trees }
        let shares = EvaluatedQuery.shares(of: count)
        let trees = EvaluatedQuery.trees(
            values: RandomTrees.trees(shares.values, over: LeafCases.weightedOfValues, seed: seed),
            metadata: RandomTrees.trees(shares.metadata, over: LeafCases.weightedOfMetadata, seed: seed &+ 1))
        treesByDraw[draw] = trees
        return trees
    }
}

/// The filters of one search, as trees with `not`.
struct FilterCase: Sendable, Hashable {
    var values: QueryTree?
    var metadata: QueryTree?

    /// The search over the hard documents, on a page with room for all of them.
    var request: SearchRequest {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.filter = values?.filter
        request.metaFilter = metadata?.filter
        request.page = wholePage
        return request
    }

    /// The ids that the evaluator finds, in the documents' order.
    var matchingIDs: [String] {
        get throws {
            let search = try InstanceSearch(request)
            return HardDocuments.instances.filter(search.finds).map(\.instanceID)
        }
    }

    var leaves: [Filter.Leaf] { (values?.leaves ?? []) + (metadata?.leaves ?? []) }

    /// A readable form: HALO's JSON and Swift.
    var report: String {
        [values?.report, metadata.map { "metadata " + $0.report }].compactMap { $0 }.joined(separator: "\n")
    }
}
