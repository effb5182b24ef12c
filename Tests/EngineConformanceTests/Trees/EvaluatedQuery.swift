import Quire
import Seeds

/// What the evaluator finds among the hard documents: found once, for all who compare with it.
struct EvaluatedQuery: Sendable {
    let query: PythonOracle.Query
    /// The ids in the documents' order; `nil` where the evaluator refuses the query.
    let found: [String]?

    init(_ query: PythonOracle.Query) {
        self.query = query
        found = try? query.found
    }

    /// Of each leaf case, in their order.
    static let leavesOfValues = LeafCases.ofValues.map { EvaluatedQuery(.init(values: .leaf($0))) }
    static let leavesOfMetadata = LeafCases.ofMetadata.map { EvaluatedQuery(.init(metadata: .leaf($0))) }

    /// Of 1,500 random trees over all leaf cases; 300 of them have a second one over metadata.
    static let trees: [EvaluatedQuery] = {
        let values = RandomTrees.trees(1_200, over: LeafCases.weightedOfValues, seed: Seed.current)
        let metadata = RandomTrees.trees(300, over: LeafCases.weightedOfMetadata, seed: Seed.current &+ 1)
        let queries =
            values.map { PythonOracle.Query(values: $0) }
            + zip(values, metadata).map { PythonOracle.Query(values: $0, metadata: $1) }
        return queries.map(EvaluatedQuery.init)
    }()
}

extension PythonOracle.Query {
    /// The ids that the evaluator finds, in the documents' order.
    var found: [String] {
        get throws {
            var request = SearchRequest(module: SamplesModule.descriptor)
            request.filter = values?.filter
            request.metaFilter = metadata?.filter
            let search = try InstanceSearch(request)
            return HardDocuments.instances.filter(search.finds).map(idOfInstance)
        }
    }
}
