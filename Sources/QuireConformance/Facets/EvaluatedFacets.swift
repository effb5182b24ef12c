import QuireCore
import QuireEngine

/// The evaluator's counts for the facet cases of a seed, computed once for all engines of a process.
actor EvaluatedFacets {
    static let shared = EvaluatedFacets()

    private struct Draw: Hashable {
        var seed: UInt64
        var arePlain = HardDocuments.arePlain
    }

    private var known: [Draw: [(sample: FacetCase, counted: [CountedFacet])]] = [:]

    func counted(seed: UInt64) throws -> [(sample: FacetCase, counted: [CountedFacet])] {
        let draw = Draw(seed: seed)
        if let known = known[draw] { return known }
        let all = try FacetCase.all(seed: seed).map { sample in
            var request = sample.request
            // All values, whatever limit is requested.
            for index in request.facets.indices { request.facets[index].maximumValues = 1_000_000 }
            let page = try InstanceSearch(request).page(of: HardDocuments.instances)
            return (sample, page.facets.map(CountedFacet.init))
        }
        known[draw] = all
        return all
    }
}
