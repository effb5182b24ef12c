import Foundation
import Quire
import Testing

/// The evaluator, compared with an oracle of its own: the same semantics, written in another language.
@Suite struct EvaluatorAgainstPython {
    @Test("Every leaf case finds what python3 finds")
    func leaves() throws {
        let queries =
            LeafCases.ofValues.map { PythonOracle.Query(values: .leaf($0)) }
            + LeafCases.ofMetadata.map { PythonOracle.Query(metadata: .leaf($0)) }
        print(
            "conformance: \(LeafCases.ofValues.count) leaf cases of fields, \(LeafCases.ofMetadata.count) of metadata,",
            "\(HardDocuments.count) documents")
        #expect(try differences(queries) == [])
    }

    @Test("Random trees find what python3 finds")
    func trees() throws {
        let seed = Seed.current
        print("conformance: random trees from seed \(seed); QUIRE_SEED=\(seed) repeats them")
        let values = RandomTrees.trees(1_200, over: LeafCases.weightedOfValues, seed: seed)
        let metadata = RandomTrees.trees(300, over: LeafCases.weightedOfMetadata, seed: seed &+ 1)
        let queries =
            values.map { PythonOracle.Query(values: $0) }
            + zip(values, metadata).map { PythonOracle.Query(values: $0, metadata: $1) }
        #expect(try differences(queries) == [])
    }

    @Test("Every order puts the documents as python3 does")
    func orders() throws {
        let orders = SortCases.all
        let expected = try PythonOracle.answers(queries: [], orders: orders).orders
        for (order, groups) in zip(orders, expected) {
            var request = SearchRequest(module: SamplesModule.descriptor)
            request.sort = order
            let ids = try InstanceSearch(request).all(of: HardDocuments.instances).map(idOfInstance)
            #expect(ids == groups.flatMap(SortCases.byID), "\(order)")
        }
    }

    /// What differs, each as a report with the smallest tree that shows it.
    private func differences(_ queries: [PythonOracle.Query]) throws -> [String] {
        let expected = try PythonOracle.answers(queries: queries).queries
        #expect(expected.count == queries.count)
        // Queries that find nothing, or everything, tell little: most must tell documents apart.
        let telling = expected.count { !$0.isEmpty && $0.count < HardDocuments.count }
        #expect(telling * 2 > queries.count, "\(telling) of \(queries.count) queries tell documents apart")
        var reports: [String] = []
        for (query, ids) in zip(queries, expected) {
            let found = try evaluated(query)
            if found != ids {
                reports.append(
                    "\(query.values?.report ?? "") \(query.metadata?.report ?? "")\nevaluator \(found)\npython \(ids)"
                )
            }
            if reports.count >= 5 { break }
        }
        return reports
    }

    private func evaluated(_ query: PythonOracle.Query) throws -> [String] {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.filter = query.values?.filter
        request.metaFilter = query.metadata?.filter
        let search = try InstanceSearch(request)
        return HardDocuments.instances.filter(search.finds).map(idOfInstance)
    }
}
