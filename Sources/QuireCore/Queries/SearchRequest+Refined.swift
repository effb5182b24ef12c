import QuireText

extension SearchRequest {
    /// Returns the request with its refinements merged into its filter, and without facets.
    ///
    /// - Parameter field: The field whose refinements are ignored, as in the counts of a disjunctive facet.
    package func refined(except field: String? = nil) -> SearchRequest {
        if facets.isEmpty, refinements.isEmpty { return self }
        var request = self
        request.facets = []
        request.refinements = []
        let kept = refinements.filter { refinement in !(field.map(refinement.field.isByteEqual) ?? false) }
        if !kept.isEmpty { request.filter = .and((filter.map { [$0] } ?? []) + kept.map(\.filter)) }
        return request
    }
}
