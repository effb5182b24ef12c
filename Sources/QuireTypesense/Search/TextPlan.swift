import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A full-text search in the server's form: words that must all occur are in `q`, everything else is a filter.
struct TextPlan: Sendable {
    /// The value of `q`; `*` if it contains no word that an item must have.
    var q = "*"
    /// Whether the last word is a prefix.
    var isPrefix = false
    /// Whether `q` contains a word to search for, so that matches have a weight.
    var weighs = false
    var filter = FieldFilter.everything
    /// The document fields that are searched, with their weights.
    var names: [String] = []
    var weights: [Int] = []
    /// Whether the server searches in its own way, with its typo tolerance, synonyms and curation.
    let isServersOwn: Bool

    let fields: [IndexedField]

    init(fields: [IndexedField], isServersOwn: Bool) {
        self.fields = fields
        self.isServersOwn = isServersOwn
    }

    /// - Parameter room: The maximum number of tokens in the filter. Of alternatives that do not fit, the first are used.
    /// - Throws: `UnsupportedError` for a search that neither `q` nor a filter can express.
    init(
        _ text: AnalyzedText, in fields: [IndexedField], indexesPrefixes: Bool, room: Int = .max
    ) throws(UnsupportedError) {
        self.init(fields: fields, isServersOwn: false)
        var parts = Parts(indexesPrefixes: indexesPrefixes)
        try add(text, to: &parts)
        // The server requires a prefix and a whole word to be different words. A whole word with this prefix already
        // matches it.
        if let prefix = parts.prefix, parts.needed.contains(where: { $0.utf8.starts(with: prefix.utf8) }) {
            parts.prefix = nil
        }
        let terms = parts.words + parts.phrases + (parts.prefix.map { [$0] } ?? [])
        weighs = !terms.isEmpty
        isPrefix = parts.prefix != nil
        // The prefix must be the last word.
        let words = (weighs ? [] : ["*"]) + parts.excluded.map { "-" + $0 } + terms
        q = words.joined(separator: " ")
        filter = FieldFilter.all(parts.filters).printable.fitted(to: room)
        (names, weights) = (fields.map(\.words), Self.weights(of: fields))
        // Phrases are looked for in the words as they stand.
        if parts.phrases.isEmpty, !parts.excluded.contains(where: { $0.hasPrefix("\"") }) {
            names += fields.map(\.forms)
            weights += weights
        }
    }

    /// Positive integers in the order of the schema's weights.
    static func weights(of fields: [IndexedField]) -> [Int] {
        let weights = fields.map { $0.descriptor.searchWeight ?? 0 }
        let distinct = Set(weights).sorted()
        return weights.map { (distinct.firstIndex(of: $0) ?? 0) + 1 }
    }

    private struct Parts {
        var words: [String] = []
        var phrases: [String] = []
        /// All words that must occur in an item, including those of phrases.
        var needed: [String] = []
        var prefix: String?
        var excluded: [String] = []
        var filters: [FieldFilter] = []
        let indexesPrefixes: Bool
    }

    /// Adds words that must occur.
    private func add(_ text: AnalyzedText, to parts: inout Parts) throws(UnsupportedError) {
        switch text {
        case .all(let operands): for operand in operands { try add(operand, to: &parts) }
        case .any(let operands) where operands.count == 1: try add(operands[0], to: &parts)
        case .any: parts.filters.append(try filter(text, parts.indexesPrefixes))
        case .not(.any(let operands)): for operand in operands { try add(.not(operand), to: &parts) }
        case .not(.not(let operand)): try add(operand, to: &parts)
        case .not(.all(let operands)) where operands.count == 1: try add(.not(operands[0]), to: &parts)
        case .not(.term(let term)) where term.words.count > 1 && term.isWhole:
            parts.excluded.append(Self.phrase(term))
        case .not: parts.filters.append(try filter(text, parts.indexesPrefixes))
        case .term(let term): try add(term, to: &parts)
        }
    }

    private func add(_ term: AnalyzedText.Term, to parts: inout Parts) throws(UnsupportedError) {
        if term.match == .part { throw Self.unsupported(term) }
        if term.isWhole {
            parts.needed += term.words.map(WordKey.word)
            if term.words.count == 1 {
                parts.words += term.words.map(WordKey.word)
            } else {
                parts.phrases.append(Self.phrase(term))
            }
        } else if term.words.count == 1, parts.prefix == nil, let prefix = WordKey.beginning(term.words[0]) {
            parts.prefix = prefix
        } else {
            parts.filters.append(try filter(.term(term), parts.indexesPrefixes))
        }
    }

    /// A filter on whole words, and on prefixes if they are indexed.
    private func filter(_ text: AnalyzedText, _ indexesPrefixes: Bool) throws(UnsupportedError) -> FieldFilter
    {
        var filters: [FieldFilter] = []
        switch text {
        case .any(let operands):
            // One test for all words.
            let words = operands.filter(\.isWholeWord).flatMap(\.words)
            filters = [
                .keys(DocumentField.terms, fields.flatMap { f in words.map { WordKey.term($0, in: f) } })
            ]
            for operand in operands where !operand.isWholeWord {
                filters.append(try filter(operand, indexesPrefixes))
            }
            return .any(filters)
        case .all(let operands):
            for operand in operands { filters.append(try filter(operand, indexesPrefixes)) }
            return .all(filters)
        case .not(let operand): return .not(try filter(operand, indexesPrefixes))
        case .term(let term):
            guard term.words.count == 1, let word = term.words.first, term.match != .part else {
                throw Self.unsupported(term)
            }
            if term.isWhole {
                return .keys(DocumentField.terms, fields.map { WordKey.term(word, in: $0) })
            }
            let terms = fields.compactMap { WordKey.prefixTerm(word, in: $0) }
            guard indexesPrefixes, !terms.isEmpty else { throw Self.unsupported(term) }
            return .keys(DocumentField.terms, terms)
        }
    }

    private static func phrase(_ term: AnalyzedText.Term) -> String {
        "\"\(term.words.map(WordKey.word).joined(separator: " "))\""
    }

    private static func unsupported(_ term: AnalyzedText.Term) -> UnsupportedError {
        let hint: String
        switch term.match {
        case .part:
            hint = "it finds whole words and their beginnings; use matching: .lastWordAsPrefix or .wholeWords"
        case .prefix where term.words.count > 1:
            hint = "the words of a phrase are whole there; use matching: .wholeWords"
        case .prefix:
            hint =
                "one prefix may stand beside words that all have to be there; use matching: .wholeWords, or make the "
                + "engine with indexesPrefixes: true"
        case .whole:
            hint = "a phrase stands alone, or beside words that all have to be there; use words instead"
        }
        return UnsupportedError(node: "search(\(term))", hint: hint)
    }
}

extension AnalyzedText {
    fileprivate var isWholeWord: Bool {
        if case .term(let term) = self { term.words.count == 1 && term.match == .whole } else { false }
    }

    fileprivate var words: [String] { if case .term(let term) = self { term.words } else { [] } }
}

extension LogicalFilter<FieldTest> {
    /// The filter without the last of several alternatives, again and again until it fits.
    fileprivate func fitted(to room: Int) -> FieldFilter {
        var filter = self
        while filter.tokens > room, let shorter = filter.shortened { filter = shorter.distinct }
        return filter
    }

    /// The filter without the last alternative of its longest group; `nil` without alternatives.
    private var shortened: FieldFilter? {
        switch self {
        case .any(let choices): return choices.count > 1 ? .any(choices.dropLast()) : nil
        case .all(var parts):
            let longest = parts.indices.filter { parts[$0].shortened != nil }
                .max { parts[$0].tokens < parts[$1].tokens }
            guard let longest, let shorter = parts[longest].shortened else { return nil }
            parts[longest] = shorter
            return .all(parts)
        case .everything, .nothing, .test, .not: return nil
        }
    }
}

extension AnalyzedText.Term {
    /// Whether the last word matches no longer words: because the search says so, or because a Chinese or Japanese
    /// character is a word by itself.
    fileprivate var isWhole: Bool {
        guard match == .prefix, words.count > 1, let last = words.last?.unicodeScalars else {
            return match == .whole
        }
        guard last.count == 1, let value = last.first?.value else { return false }
        return Self.ideographs.contains { $0.contains(value) }
    }

    private static let ideographs: [ClosedRange<UInt32>] = [
        0x3005...0x3007, 0x3041...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
    ]
}

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
            node: "the server's own full-text search",
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
            node: "parameters on a prepared collection",
            hint:
                "they apply to the server's own search; add .meaning(.engine) to a full-text search, or leave them "
                + "out")
    }
}
