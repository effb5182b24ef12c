import QuireRemote

/// What is read from the response to one search.
struct ResponseForm: Sendable {
    /// The module's wire name, and the collection, for errors.
    var module: String
    var collection: String
    var keys: DocumentKeys
    /// The fields whose values are returned. `nil` returns all.
    var fields: [IndexedField]?
    /// Selects the texts in the request's language.
    var shape: LocalizedShape?
    var keepsUnknownValues: Bool
    /// Whether sort keys are read from the documents.
    var readsSortedValues = false
    /// Whether the search only fetches one value of one item.
    var isLookup = false
    /// The names of the facets that the response must have.
    var facets: [String] = []
    /// Whether the response is kept as it is.
    var keepsResponse = false
}

extension SearchPlan {
    /// What is read from the response to one of the plan's searches.
    func form(of entry: SearchEntry) -> ResponseForm {
        ResponseForm(
            module: layout.module.module.name, collection: collection, keys: existing?.keys ?? layout.keys,
            fields: search.fields, shape: shape, keepsUnknownValues: request.decoding.keepsUnknownValues,
            readsSortedValues: readsSortedValues, isLookup: entry.isLookup,
            facets: entry.facets.map(facetName), keepsResponse: passed?.parameters.keepsResponse ?? false)
    }
}
