import QuireCore
import QuireRemote
import QuireText

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
