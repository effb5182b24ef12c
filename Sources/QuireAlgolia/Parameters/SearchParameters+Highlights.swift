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

extension CompiledSearch {
    /// Details of the full-text search, with the matches that the service found.
    func outcome(_ records: [FoundRecord]) -> TextSearchInfo? {
        guard isNative, var outcome else { return outcome }
        outcome.highlighter = TextHighlighter(
            served: records.flatMap { ServerHighlights.texts(in: $0.highlights) }, index.analyzer)
        return outcome
    }

    /// Whose meaning the page follows.
    var meaning: Meaning { isNative || passed.changesPage ? .engine : .exact }
}
