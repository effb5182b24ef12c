import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A full-text search of a collection that another program made: the server's own, with its typo tolerance, synonyms,
/// curation and ranking.
struct ExistingText: Sendable {
    /// The value of `q`.
    let q: String
    let queryBy: String
    let weights: String
    let isPrefix: Bool
    /// The searched fields, which the server indexes as texts.
    let fields: [IndexedField]

    /// - Throws: `UnsupportedError` for what is not words or a phrase, and if no searched field is indexed text.
    init(
        _ search: TextSearch, _ fields: [IndexedField], _ analyzer: TextAnalyzer
    ) throws(UnsupportedError) {
        let matching: WordMatching
        switch search.query {
        case .all(let text, let words):
            (q, matching) = (text, words)
        case .phrase(let text, let words):
            (q, matching) = ("\"\(analyzer.words(in: text).joined(separator: " "))\"", words)
        default:
            throw UnsupportedError.existing(
                "search(\(search.query))", "it searches words, or a phrase, in its own way")
        }
        switch matching {
        case .lastWordAsPrefix: isPrefix = true
        case .wholeWords: isPrefix = false
        default:
            throw UnsupportedError.existing(
                "search(\(search.query))", "only the last word may be a prefix there")
        }
        guard !fields.isEmpty else {
            throw UnsupportedError.existing(
                "search(\(search.query))", "none of the searched fields is an indexed text there")
        }
        self.fields = fields
        queryBy = fields.map(\.descriptor.name).joined(separator: ",")
        weights = SearchEntry.weights(of: fields).map(String.init).joined(separator: ",")
    }
}

extension ExistingText {
    /// The parts of a search that say what is looked for.
    func write(to json: inout JSONWriter) {
        for (name, text) in [("q", q), ("query_by", queryBy), ("query_by_weights", weights)] {
            json.key(name)
            json.string(text)
        }
        json.key("prefix")
        json.boolean(isPrefix)
    }
}

extension UnsupportedError {
    /// What a collection of another program cannot do exactly, with the ways out.
    static func existing(_ node: String, _ reason: String) -> UnsupportedError {
        UnsupportedError(
            engine: TypesenseConnection.engineName, node: node,
            hint: reason
                + "; let the rest be filtered here with .fallback(.clientSide(maxScanned:)), or fill a "
                + "collection that engine.prepare(…) has made")
    }
}
