import Foundation
import Quire
import Seeds
import Testing

@testable import QuireConformance

/// The evaluator compared with an independent oracle: the same semantics in another language.
@Suite struct EvaluatorAgainstPython {
    @Test("Every leaf case has python3's results")
    func leaves() async throws {
        print(
            "conformance: \(LeafCases.ofValues.count) leaf cases of fields, \(LeafCases.ofMetadata.count) of metadata,",
            "\(HardDocuments.count) documents")
        let reports = try await differences(
            EvaluatedQuery.leavesOfValues + EvaluatedQuery.leavesOfMetadata)
        #expect(reports.isEmpty, "\(reports.joined(separator: "\n\n"))")
    }

    @Test("Random trees have python3's results")
    func trees() async throws {
        let seed = Seed.current
        print("conformance: random trees from seed \(seed); QUIRE_SEED=\(seed) repeats them")
        let reports = try await differences(await EvaluatedQuery.trees(1_500, seed: seed))
        #expect(reports.isEmpty, "\(reports.joined(separator: "\n\n"))")
    }

    @Test("Every sort order matches python3's")
    func orders() throws {
        let orders = SortCases.all
        let expected = try PythonOracle.responses(queries: [], orders: orders).orders
        for (order, groups) in zip(orders, expected) {
            var request = SearchRequest(module: SamplesModule.descriptor)
            request.sort = order
            let ids = try InstanceSearch(request).all(of: HardDocuments.instances).map(\.instanceID)
            #expect(ids == groups.flatMap(SortCases.byID), "\(order)")
        }
    }

    @Test("Facets have python3's counts and statistics")
    func facets() throws {
        let cases = FacetCase.all(seed: Seed.current)
        let expected = try PythonOracle.responses(countings: cases).countings
        #expect(expected.count == cases.count)
        var reports: [String] = []
        for (sample, counted) in zip(cases, expected) {
            let found = try InstanceSearch(sample.request).page(of: HardDocuments.instances).facets
            #expect(found.count == sample.facets.count)
            for (found, (request, counted)) in zip(found, zip(sample.facets, counted)) {
                let field = try sample.request.module.facet(request.field)
                if let difference = counted.difference(found, of: request, field) {
                    reports.append("\(sample.request)\n\(request): \(difference)")
                }
            }
        }
        print("conformance: \(cases.count) searches with facets, \(reports.count) differences from python3")
        #expect(reports.isEmpty, "\(reports.prefix(5).joined(separator: "\n\n"))")
        // The counts are meaningful: most facets have several values, and refinements change them.
        let all = expected.flatMap { $0 }
        #expect(all.count { $0.counts.count > 1 } * 2 > all.count)
        #expect(cases.count { !$0.refinements.isEmpty } > 100)
    }

    @Test("The package's own negation of a tree finds exactly the items that the tree does not")
    func negations() throws {
        let table = SamplesModule.descriptor.fields
        for tree in RandomTrees.trees(300, over: LeafCases.weightedOfValues, seed: Seed.current &+ 3) {
            let rest = Set(HardDocuments.ids.map { Array($0.utf8) }).subtracting(
                try evaluated(tree.filter).map { Array($0.utf8) })
            for negated in [tree.filter.negated(), tree.filter.negated(in: table)] {
                #expect(Set(try evaluated(negated).map { Array($0.utf8) }) == rest, "\(tree.report)")
            }
        }
    }

    /// The differences, each as a report with the smallest trees that show it.
    private func differences(_ evaluated: [EvaluatedQuery]) async throws -> [String] {
        let expected = try PythonOracle.responses(queries: evaluated.map(\.query)).queries
        #expect(expected.count == evaluated.count)
        // Queries that find nothing or everything are not meaningful: most must distinguish documents.
        let telling = expected.count { !$0.isEmpty && $0.count < HardDocuments.count }
        #expect(
            telling * 2 > evaluated.count, "\(telling) of \(evaluated.count) queries distinguish documents")
        var reports: [String] = []
        for (own, ids) in zip(evaluated, expected) where own.matchingIDs != ids {
            reports.append(try await report(own.query))
            if reports.count >= 3 { break }
        }
        return reports
    }

    private func report(_ query: FilterCase) async throws -> String {
        func differs(_ query: FilterCase) throws -> Bool {
            try query.matchingIDs != PythonOracle.responses(queries: [query]).queries.first
        }
        var small = query
        if let values = query.values {
            small.values = try await values.shrunk {
                try differs(FilterCase(values: $0, metadata: query.metadata))
            }
        }
        if let metadata = query.metadata {
            let values = small.values
            small.metadata = try await metadata.shrunk {
                try differs(FilterCase(values: values, metadata: $0))
            }
        }
        let found = try small.matchingIDs
        let expected = try PythonOracle.responses(queries: [small]).queries.first ?? []
        return """
            \(small.values?.report ?? "") \(small.metadata.map { "metadata " + $0.report } ?? "")
            evaluator: \(found)
            python3: \(expected)
            """
    }

    private func evaluated(_ filter: Filter) throws -> [String] {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.filter = filter
        let search = try InstanceSearch(request)
        return HardDocuments.instances.filter(search.finds).map(\.instanceID)
    }
}
