import QuireCore

extension SearchRequest {
    /// The request without its page, order, fields and other options that do not affect which items match, for a
    /// deletion.
    package var forAllItems: SearchRequest {
        var request = forWriting
        request.page = .all
        request.removeSort()
        request.fields = []
        request.include = []
        request.facets = []
        return request
    }
}
