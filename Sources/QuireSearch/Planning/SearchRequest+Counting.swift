import QuireCore
import QuireText

extension SearchRequest {
    /// Whether there is a refinement of the facet.
    func isRefined(_ field: String) -> Bool { refinements.contains { $0.field.isByteEqual(to: field) } }

    /// A request that only counts a facet. A disjunctive one ignores its own refinements.
    func counting(_ facet: FacetRequest) -> SearchRequest {
        var request = withoutItems
        if facet.isDisjunctive { request.refinements.removeAll { $0.field.isByteEqual(to: facet.field) } }
        var facet = facet
        facet.isDisjunctive = false
        request.facets = [facet]
        return request
    }

    /// A request that counts the items with one value of a facet, with the same filters as this request's count.
    func counting(_ value: FilterValue, of facet: PlannedFacet) -> SearchRequest {
        let field = facet.request.field
        var request = counting(facet.request)
        request.facets = []
        request.countsTotal = true
        request.refinements.append(
            facet.isHierarchical
                ? FacetRefinement(field, paths: value.path.map { [$0] } ?? [])
                : FacetRefinement(field, .leaf(.init(.in, field, .list([value]), type: value.wireType))))
        return request
    }

    /// The same search with as few items as possible: one, without values, and leniently decoded.
    private var withoutItems: SearchRequest {
        var request = self
        request.page = .page(1, size: 1)
        request.fields = []
        request.include = []
        request.includesAll = false
        request.sort = []
        request.countsTotal = false
        request.decoding = DecodingOptions()
        request.decoding.mode = .lenient
        return request
    }
}
