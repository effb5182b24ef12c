import QuireCore

extension SearchRequest {
    /// The request without what only says which part of its items is shown, in which order, and with what beside them.
    package var forAllItems: SearchRequest {
        var request = self
        request.page = .all
        request.sort = []
        request.fields = []
        request.include = []
        request.facets = []
        return request
    }
}
