import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// The parameters of a full-text search.
struct TextParameters: Sendable {
    static let longestQuery = 512

    private let query: String
    private let queryType: String
    private let hasSyntax: Bool
    /// The attributes that are searched; `nil` means all.
    private let attributes: [String]?
    private let isNative: Bool
    private let toleratesTypos: Bool

    /// - Parameter words: The words of the search, from the analyzer.
    /// - Throws: `UnsupportedError`, or `QueryError` for fields that are not searchable.
    init(_ search: TextSearch, _ words: AnalyzedText, index: RecordIndex) throws {
        let searched = try search.searchedFields(of: index.module.module)
        attributes =
            search.fields == nil
            ? nil : searched.compactMap { index.module.value($0.name).map { index.attributes(of: $0).words } }
        isNative = index.textForm == .engine
        toleratesTypos = index.textForm == .engine && search.toleratesTypos
        if isNative {
            (query, queryType, hasSyntax) = try Self.native(search.query)
        } else {
            guard search.mode != .anyWord else {
                throw Self.unsupported(
                    "a search for any of the words",
                    "make the engine with text: .engine, or use TextQuery.any")
            }
            (query, queryType, hasSyntax) = try Self.encoded(words)
        }
        let length = query.unicodeScalars.count
        guard length <= Self.longestQuery else {
            throw Self.unsupported(
                "a text of \(length) characters", "it takes \(Self.longestQuery); ask for fewer words")
        }
    }

    func set(_ parameters: inout SearchParameters) {
        parameters["query"] = .string(query)
        parameters["queryType"] = .string(queryType)
        parameters["advancedSyntax"] = .boolean(hasSyntax)
        parameters["removeWordsIfNoResults"] = .string("none")
        parameters["typoTolerance"] = .boolean(toleratesTypos)
        if let attributes {
            parameters["restrictSearchableAttributes"] = .array(attributes.map(JSONValue.string))
        }
        guard !isNative else { return }
        for name in ["decompoundQuery", "enableRules", "ignorePlurals", "removeStopWords", "synonyms"] {
            parameters[name] = .boolean(false)
        }
    }

    // MARK: - The service's words

    private static func native(_ query: TextQuery) throws -> (String, String, Bool) {
        switch query {
        case .all(let text, .lastWordAsPrefix): return (text, "prefixLast", false)
        case .all(let text, .prefixes): return (text, "prefixAll", false)
        case .all(let text, .wholeWords): return (text, "prefixNone", false)
        case .phrase(let text, .wholeWords):
            return ("\"\(text.replacing("\"", with: " "))\"", "prefixNone", true)
        default:
            throw unsupported(
                "a text query that is no .all and no .phrase of whole words",
                "with text: .engine it has no others; make the engine with text: .exact")
        }
    }

    // MARK: - The SDK's words

    private static func encoded(_ words: AnalyzedText) throws -> (String, String, Bool) {
        var requiredTerms: [AnalyzedText.Term] = []
        var unwanted: [AnalyzedText.Term] = []
        try sort(words, wanted: &requiredTerms, unwanted: &unwanted)
        guard !requiredTerms.isEmpty else {
            throw unsupported("a text query of unwanted words alone", "add a word that is wanted")
        }
        if let term = (requiredTerms + unwanted).first(where: { $0.match == .part }) {
            throw unsupported(
                "a part of a word, \"\(term.words.joined())\"", "look for whole words or prefixes")
        }
        if unwanted.contains(where: { $0.match == .prefix }) {
            throw unsupported("an unwanted prefix", "use matching: .wholeWords in .none")
        }
        let prefixes = requiredTerms.filter { $0.match == .prefix }
        if let phrase = prefixes.first(where: { $0.words.count > 1 }) {
            throw unsupported(
                "a prefix at the end of touching words, \"\(phrase.words.joined())\"",
                "use matching: .wholeWords")
        }
        let isPlain = unwanted.isEmpty && requiredTerms.allSatisfy { $0.words.count == 1 }
        let type: String
        switch prefixes.count {
        case 0: type = "prefixNone"
        case 1: type = "prefixLast"
        case requiredTerms.count where isPlain: type = "prefixAll"
        default:
            throw unsupported(
                "several prefixes beside whole words", "use matching: .lastWordAsPrefix or .prefixes")
        }
        // A prefix is only supported as the last word.
        let ordered =
            unwanted.map { "-" + text(of: $0) } + requiredTerms.filter { $0.match != .prefix }.map(text)
            + prefixes.map(text)
        return (ordered.joined(separator: " "), type, !isPlain)
    }

    private static func text(of term: AnalyzedText.Term) -> String {
        let words = term.words.map(PlainKey.encoded).joined(separator: " ")
        return term.words.count > 1 ? "\"\(words)\"" : words
    }

    /// Separates the words that must occur from those that must not.
    private static func sort(
        _ words: AnalyzedText, wanted: inout [AnalyzedText.Term], unwanted: inout [AnalyzedText.Term]
    ) throws {
        switch words {
        case .term(let term): wanted.append(term)
        case .all(let parts): for part in parts { try sort(part, wanted: &wanted, unwanted: &unwanted) }
        case .any(let parts):
            guard parts.count == 1 else {
                throw unsupported("an OR of words", "ask for each in a search of its own")
            }
            try sort(parts[0], wanted: &wanted, unwanted: &unwanted)
        case .not(let part): try sort(complementOf: part, &wanted, &unwanted)
        }
    }

    private static func sort(
        complementOf words: AnalyzedText, _ wanted: inout [AnalyzedText.Term],
        _ unwanted: inout [AnalyzedText.Term]
    ) throws {
        switch words {
        case .term(let term): unwanted.append(term)
        case .any(let parts): for part in parts { try sort(complementOf: part, &wanted, &unwanted) }
        case .all(let parts):
            guard parts.count == 1 else {
                throw unsupported("a NOT of several words together", "use .none, which wants none of them")
            }
            try sort(complementOf: parts[0], &wanted, &unwanted)
        case .not(let part): try sort(part, wanted: &wanted, unwanted: &unwanted)
        }
    }

    private static func unsupported(_ node: String, _ hint: String) -> UnsupportedError {
        UnsupportedError(node: node, hint: hint)
    }
}
