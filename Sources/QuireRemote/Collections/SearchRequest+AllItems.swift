import QuireCore

extension SearchRequest {
    /// The request without its page, order, fields and other options that do not affect which items match. A search
    /// requires all words: items that only share one are suggestions, which nobody wants to delete.
    package var forAllItems: SearchRequest {
        var request = self
        request.page = .all
        request.sort = []
        request.fields = []
        request.include = []
        request.facets = []
        request.text?.requirement = .allWords
        return request
    }
}
