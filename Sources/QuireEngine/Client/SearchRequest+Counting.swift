import QuireCore

extension SearchRequest {
    /// The same search with as few items as possible: one, without values, and leniently decoded.
    package var withoutItems: SearchRequest {
        var request = self
        request.page = .page(1, size: 1)
        request.limit = nil
        request.fields = []
        request.relatedFields = []
        request.include = []
        request.includesAll = false
        request.removeSort()
        // Only words count, so no vector is needed.
        if request.text?.mode == .meaning { request.text?.mode = .anyWord }
        request.countsTotal = false
        request.decoding = DecodingOptions()
        request.decoding.mode = .lenient
        return request
    }

    /// A request that only counts a facet. A disjunctive one ignores its own refinements.
    package func counting(_ facet: FacetRequest) -> SearchRequest {
        var request = withoutItems
        if facet.isDisjunctive { request.refinements.removeAll { $0.field == facet.field } }
        var facet = facet
        facet.isDisjunctive = false
        facet.countsMissing = false
        request.facets = [facet]
        return request
    }

    /// A request that counts the items of a facet with a value, or without any, with the same filters as the facet's counts.
    package func counting(_ value: FilterValue?, of facet: FacetRequest) -> SearchRequest {
        var request = counting(facet)
        request.facets = []
        request.countsTotal = true
        request.refinements.append(
            value.map { module.refinement(of: facet.field, to: $0) }
                ?? FacetRefinement(facet.field, .leaf(.init(.equal, facet.field, .null, type: .null))))
        return request
    }
}

extension ModuleDescriptor {
    /// The refinement of a facet to one of its values.
    fileprivate func refinement(of field: String, to value: FilterValue) -> FacetRefinement {
        if fields[path: field]?.facet == .hierarchical, case .string(let path) = value {
            return FacetRefinement(field, paths: [path])
        }
        return FacetRefinement(field, .leaf(.init(.in, field, .list([value]), type: value.wireType)))
    }
}
