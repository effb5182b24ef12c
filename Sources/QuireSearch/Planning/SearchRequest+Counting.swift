import QuireCore
import QuireText

extension SearchRequest {
    /// Whether something narrows the facet of that field.
    func isRefined(_ field: String) -> Bool { refinements.contains { $0.field.isByteEqual(to: field) } }

    /// What counts a facet alone; a disjunctive one without its own refinements.
    func counting(_ facet: FacetRequest) -> SearchRequest {
        var request = withoutItems
        if facet.isDisjunctive { request.refinements.removeAll { $0.field.isByteEqual(to: facet.field) } }
        var facet = facet
        facet.isDisjunctive = false
        request.facets = [facet]
        return request
    }

    /// What counts the items of one value of a facet, as this request counts the facet.
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

    /// The same search with next to nothing of its items: one, without values, put aside where that does not fit.
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
