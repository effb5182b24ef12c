import QuireCore
import QuireEngine

/// The evaluator's counts for the facet cases of a seed, computed once for all engines of a process.
actor EvaluatedFacets {
    static let shared = EvaluatedFacets()

    private var known: [UInt64: [(sample: FacetCase, counted: [CountedFacet])]] = [:]

    func counted(seed: UInt64) throws -> [(sample: FacetCase, counted: [CountedFacet])] {
        if let known = known[seed] { return known }
        let all = try FacetCase.all(seed: seed).map { sample in
            var request = sample.request
            // All values, whatever limit is requested.
            for index in request.facets.indices { request.facets[index].maximumValues = 1_000_000 }
            let page = try InstanceSearch(request).page(of: HardDocuments.instances)
            return (sample, page.facets.map(CountedFacet.init))
        }
        known[seed] = all
        return all
    }
}
