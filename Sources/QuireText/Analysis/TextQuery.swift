/// What full text is asked for: words, phrases, and their combinations.
///
/// ```swift
/// Books.query().search("jerome sal")                                   // all words, the last one as a prefix
/// Books.query().search(.any("vietnamese thai").and(.none("pork")))
/// Books.query().search(.phrase("brave new world").or(.all("1984", matching: .wholeWords)))
/// ```
/// A part without a word (empty, or symbols alone) is left out; a query of such parts alone finds nothing.
public indirect enum TextQuery: Sendable, Hashable {
    /// Every word of the text stands in one of the searched fields.
    case all(String, matching: WordMatching = .lastWordAsPrefix)
    /// At least one of the words does.
    case any(String, matching: WordMatching = .lastWordAsPrefix)
    /// None of the words does.
    case none(String, matching: WordMatching = .lastWordAsPrefix)
    /// The words stand in one field, one after the other, in this order.
    case phrase(String, matching: WordMatching = .wholeWords)
    case and([TextQuery])
    case or([TextQuery])
    case not(TextQuery)

    // Methods, not operators: a further overload of `&&` costs every user's plain Boolean code a tenth of its checking.

    /// Items that both find.
    public func and(_ other: TextQuery) -> TextQuery { .and(operandsOfAnd + other.operandsOfAnd) }

    /// Items that one of the two finds.
    public func or(_ other: TextQuery) -> TextQuery { .or(operandsOfOr + other.operandsOfOr) }

    // A chain stays one level deep.
    private var operandsOfAnd: [TextQuery] { if case .and(let parts) = self { parts } else { [self] } }
    private var operandsOfOr: [TextQuery] { if case .or(let parts) = self { parts } else { [self] } }

    /// How many levels of `and`, `or` and `not` a search may have.
    package static let maximumDepth = 500

    /// Whether the query has more levels than so many; looks no deeper than that.
    package func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .all, .any, .none, .phrase: false
        case .and(let parts), .or(let parts):
            levels == 0 ? !parts.isEmpty : parts.contains { $0.isDeeper(than: levels - 1) }
        case .not(let part): levels == 0 || part.isDeeper(than: levels - 1)
        }
    }
}

extension TextQuery: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .all(text) }
}
