import QuireText

extension SearchRequest {
    /// The request with its refinements made part of its filter, and no facets.
    ///
    /// - Parameter field: whose refinements are left out, as in the counts of a disjunctive facet; `nil` leaves out none.
    package func refined(except field: String? = nil) -> SearchRequest {
        var request = self
        request.facets = []
        request.refinements = []
        let kept = refinements.filter { refinement in !(field.map(refinement.field.isSpelled) ?? false) }
        if !kept.isEmpty { request.filter = .and((filter.map { [$0] } ?? []) + kept.map(\.filter)) }
        return request
    }
}
