import QuireCore
import QuireRemote
import QuireText

extension SearchParameters {
    /// Requests the service's highlights of the searchable fields among these.
    mutating func setHighlights(_ fields: [IndexedField], _ index: RecordIndex) {
        let names = fields.filter { $0.descriptor.searchWeight != nil }.map { index.attributes(of: $0).words }
        self["attributesToHighlight"] = .texts(names)
        guard !names.isEmpty else { return }
        self["highlightPreTag"] = .string(ServerHighlights.markup.opening)
        self["highlightPostTag"] = .string(ServerHighlights.markup.closing)
    }
}

extension AlgoliaParameters {
    /// Sets what every query of a search has in common.
    func setCommon(_ parameters: inout SearchParameters) {
        for (name, value) in other { parameters[name] = value }
        if !ruleContexts.isEmpty { parameters["ruleContexts"] = .texts(ruleContexts) }
        if let userToken { parameters["userToken"] = .string(userToken) }
    }

    /// Sets what only the query for the items has, so that analytics count a search once.
    func setItems(_ parameters: inout SearchParameters) {
        if !analyticsTags.isEmpty { parameters["analyticsTags"] = .texts(analyticsTags) }
        if let clickAnalytics { parameters["clickAnalytics"] = .boolean(clickAnalytics) }
    }
}
