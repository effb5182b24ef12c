import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension TextPlan {
    /// A full-text search of a collection that another program made: the server's own, with its typo tolerance, synonyms,
    /// curation and ranking.
    ///
    /// - Throws: `UnsupportedError` for what is not words or a phrase, and if no searched field is indexed text.
    init(
        _ search: TextSearch, in fields: [IndexedField], of layout: ExistingLayout, _ analyzer: TextAnalyzer
    ) throws(UnsupportedError) {
        func refused(_ reason: String) -> UnsupportedError {
            ExistingFilter.unsupported("search(\(search.query))", reason)
        }
        let searched = fields.filter { layout[$0]?.type == "string" }
        self.init(fields: searched, isServersOwn: true)
        let matching: WordMatching
        switch search.query {
        case .all(let text, let words): (q, matching) = (text, words)
        case .phrase(let text, let words):
            (q, matching) = ("\"\(analyzer.words(in: text).joined(separator: " "))\"", words)
        default: throw refused("it searches words, or a phrase, in its own way")
        }
        switch matching {
        case .lastWordAsPrefix: isPrefix = true
        case .wholeWords: isPrefix = false
        default: throw refused("only the last word may be a prefix there")
        }
        guard !searched.isEmpty else { throw refused("none of the searched fields is an indexed text there") }
        names = searched.map(\.descriptor.name)
        weights = Self.weights(of: searched)
    }
}
