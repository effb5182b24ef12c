import QuireCore

extension SearchRequest {
    /// The request without its page, order, fields and other options that do not affect which items match.
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
