import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension TextPlan {
    /// The server's own full-text search, with its typo tolerance, synonyms, curation and ranking; `nil` for Quire's, and
    /// without words.
    ///
    /// - Parameter existing: The collection, if another program made it.
    /// - Throws: `UnsupportedError` for what is not words or a phrase, if no searched field is indexed text, and for a
    ///   prepared collection without indexed values.
    init?(
        serversOwn search: IndexedSearch, of existing: ExistingLayout?, _ settings: TypesenseSettings
    ) throws(UnsupportedError) {
        let isServersOwn =
            if existing == nil { try settings.searchesByItself(search.request) } else { true }
        guard isServersOwn, let text = search.request.text, case .words? = search.text else { return nil }
        func refused(_ reason: String) -> UnsupportedError {
            ExistingFilter.unsupported("search(\(text.query))", reason)
        }
        let texts: (IndexedField) -> Bool
        if let existing {
            texts = { existing[$0]?.type == "string" }
        } else {
            let plain = CollectionField.plainFields(of: search.module).filter { $0.type.hasPrefix("string") }
            let names = Set(plain.map(\.name))
            texts = { names.contains($0.descriptor.name) }
        }
        self.init(fields: search.searchedFields.filter(texts), isServersOwn: true)
        let matching: WordMatching
        switch text.query {
        case .all(let words, let match): (q, matching) = (words, match)
        case .phrase(let words, let match):
            (q, matching) = ("\"\(settings.analyzer.words(in: words).joined(separator: " "))\"", match)
        default: throw refused("it searches words, or a phrase, in its own way")
        }
        switch matching {
        case .lastWordAsPrefix: isPrefix = true
        case .wholeWords: isPrefix = false
        default: throw refused("only the last word may be a prefix there")
        }
        guard !fields.isEmpty else { throw refused("none of the searched fields is an indexed text there") }
        weighs = true
        names = fields.map(\.descriptor.name)
        weights = Self.weights(of: fields)
    }
}

extension TypesenseSettings {
    /// Whether a request is searched by the server itself in a prepared collection, although Quire has indexed the words.
    ///
    /// - Throws: `UnsupportedError` if the query asks for it and the collection does not index the values.
    func searchesByItself(_ request: SearchRequest) throws(UnsupportedError) -> Bool {
        guard request.text != nil, (request.meaning ?? meaning) == .engine else { return false }
        guard !indexesPlainFields else { return true }
        guard request.meaning == .engine else { return false }
        throw UnsupportedError(
            engine: TypesenseConnection.engineName, node: "the server's own full-text search",
            hint:
                "the collection holds Quire's words only; set TypesenseSettings.indexesPlainFields and call "
                + "engine.prepare(…), or leave out .meaning(.engine)")
    }

    /// - Throws: `QueryError` for parameters that Quire sets, `UnsupportedError` for parameters of a search that is not
    ///   the server's own.
    func checkParameters(of request: SearchRequest) throws {
        _ = try TypesenseParameters(of: request, defaults: parameters)
        guard request.parameters(TypesenseParameters.self) != nil else { return }
        throw UnsupportedError(
            engine: TypesenseConnection.engineName, node: "parameters on a prepared collection",
            hint:
                "they apply to the server's own search; add .meaning(.engine) to a full-text search, or leave them "
                + "out")
    }
}
