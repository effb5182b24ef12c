import QuireCore
import QuireEngine

/// The evaluator's counts for the facet cases of a seed, computed once for all engines of a process.
actor EvaluatedFacets {
    static let shared = EvaluatedFacets()

    private struct Draw: Hashable {
        var seed: UInt64
        var arePlain = HardDocuments.arePlain
    }

    private var facetsByDraw: [Draw: [(sample: FacetCase, counted: [CountedFacet])]] = [:]

    func counted(seed: UInt64) throws -> [(sample: FacetCase, counted: [CountedFacet])] {
        let draw = Draw(seed: seed)
        if let facets = facetsByDraw[draw] { return facets }
        let all = try FacetCase.all(seed: seed).map { sample in
            var request = sample.request
            // All values, whatever limit is requested.
            for index in request.facets.indices { request.facets[index].maximumValues = 1_000_000 }
            let page = try InstanceSearch(request).page(of: HardDocuments.instances)
            return (sample, page.facets.map(CountedFacet.init))
        }
        facetsByDraw[draw] = all
        return all
    }
}
