/// A full-text query: words, phrases and their combinations.
///
/// ```swift
/// Books.query().search("jerome sal")                                   // all words, the last one as a prefix
/// Books.query().search(.any("vietnamese thai").and(.none("pork")))
/// Books.query().search(.phrase("brave new world").or(.all("1984", matching: .wholeWords)))
/// ```
/// A part without words (empty, or only symbols) is ignored. A query that has only such parts matches nothing.
public indirect enum TextQuery: Sendable, Hashable {
    /// Every word appears in one of the searched fields.
    case all(String, matching: WordMatching = .lastWordAsPrefix)
    /// At least one of the words appears.
    case any(String, matching: WordMatching = .lastWordAsPrefix)
    /// None of the words appears.
    case none(String, matching: WordMatching = .lastWordAsPrefix)
    /// The words appear consecutively in one field, in this order.
    case phrase(String, matching: WordMatching = .wholeWords)
    case and([TextQuery])
    case or([TextQuery])
    case not(TextQuery)

    // Methods, not operators: another overload of `&&` would slow type checking of every user's Boolean code by 10 %.

    /// Items that match both queries.
    public func and(_ other: TextQuery) -> TextQuery { .and(operandsOfAnd + other.operandsOfAnd) }

    /// Items that match at least one of the queries.
    public func or(_ other: TextQuery) -> TextQuery { .or(operandsOfOr + other.operandsOfOr) }

    // A chain stays one level deep.
    private var operandsOfAnd: [TextQuery] { if case .and(let parts) = self { parts } else { [self] } }
    private var operandsOfOr: [TextQuery] { if case .or(let parts) = self { parts } else { [self] } }

    /// The maximum nesting of `and`, `or` and `not` in a search.
    package static let maximumDepth = 500

    /// Whether the query is nested deeper than a number of levels. Looks no deeper than that.
    package func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .all, .any, .none, .phrase: false
        case .and(let parts), .or(let parts):
            levels == 0 ? !parts.isEmpty : parts.contains { $0.isDeeper(than: levels - 1) }
        case .not(let part): levels == 0 || part.isDeeper(than: levels - 1)
        }
    }

    /// The maximum number of words in a search, with all repetitions.
    package static let maximumWords = 4_000

    /// Whether the query has more words than a number, with all repetitions. Reads only a few words more than that.
    package func hasMoreWords(than limit: Int, _ analyzer: TextAnalyzer) -> Bool {
        let texts = texts
        // A word has at least one byte.
        guard texts.reduce(0, { $0 + $1.utf8.count }) > limit else { return false }
        var count = 0
        for var text in texts where count <= limit {
            text.withUTF8 { bytes in
                analyzer.forEachToken(in: bytes) { _, _, _ in
                    count += 1
                    return count <= limit
                }
            }
        }
        return count > limit
    }

    /// Whether it has nothing but spaces.
    package var isBlank: Bool { texts.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// Its texts, as a person typed them.
    package var typed: String { texts.joined(separator: " ") }

    private var texts: [String] {
        switch self {
        case .all(let text, _), .any(let text, _), .none(let text, _), .phrase(let text, _): [text]
        case .and(let parts), .or(let parts): parts.flatMap(\.texts)
        case .not(let part): part.texts
        }
    }
}

extension TextQuery: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .all(text) }
}

extension TextQuery: CustomStringConvertible {
    /// The query in the form of code: `all("jerome sal") && none("pork", matching: wholeWords)`.
    public var description: String {
        switch self {
        case .all(let text, let matching):
            Self.part("all", text, matching: matching, usual: .lastWordAsPrefix)
        case .any(let text, let matching):
            Self.part("any", text, matching: matching, usual: .lastWordAsPrefix)
        case .none(let text, let matching):
            Self.part("none", text, matching: matching, usual: .lastWordAsPrefix)
        case .phrase(let text, let matching):
            Self.part("phrase", text, matching: matching, usual: .wholeWords)
        case .and(let parts): "(" + parts.map(\.description).joined(separator: " && ") + ")"
        case .or(let parts): "(" + parts.map(\.description).joined(separator: " || ") + ")"
        case .not(let part): "!\(part)"
        }
    }

    private static func part(
        _ name: String, _ text: String, matching: WordMatching, usual: WordMatching
    ) -> String {
        let matching = matching == usual ? "" : ", matching: \(matching.rawValue)"
        return "\(name)(\(text.debugDescription)\(matching))"
    }
}

extension TextSearch: CustomStringConvertible {
    /// The query, then its fields and the options that differ from the defaults.
    public var description: String {
        var parts = [query.description]
        if let fields { parts.append("in \(fields.joined(separator: ", "))") }
        switch mode {
        case .anyWord?: parts.append("matching any word")
        case .meaning?: parts.append("matching the meaning")
        case .allWords?: parts.append("matching all words")
        case .asTyped?: parts.append("matching as typed")
        case nil: break
        }
        if !synonyms.isEmpty { parts.append("with \(synonyms.count) synonyms") }
        if emptyFindsAll { parts.append("finding all when empty") }
        return parts.joined(separator: ", ")
    }
}

/// How the words of a query match the words of the content.
public enum WordMatching: String, Sendable, Hashable, CaseIterable {
    /// The last word is a prefix, the words before it are whole words. This suits search as you type.
    case lastWordAsPrefix
    /// Every word is a prefix.
    case prefixes
    /// Every word is a whole word.
    case wholeWords
    /// Every word may be any part of a word.
    case partsOfWords
}
