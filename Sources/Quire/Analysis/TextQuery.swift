/// What full text is asked for: words, phrases, and their combinations.
///
/// ```swift
/// Books.query().search("jerome sal")                                   // all words, the last one as a prefix
/// Books.query().search(.any("vietnamese thai") && .none("pork"))
/// Books.query().search(.phrase("brave new world") || .all("1984", matching: .wholeWords))
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

    // As for conditions, disfavored: else plain Boolean code costs the compiler several times as much.

    /// Items that both find.
    @_disfavoredOverload
    public static func && (left: TextQuery, right: TextQuery) -> TextQuery {
        .and(left.operandsOfAnd + right.operandsOfAnd)
    }

    /// Items that one of the two finds.
    @_disfavoredOverload
    public static func || (left: TextQuery, right: TextQuery) -> TextQuery {
        .or(left.operandsOfOr + right.operandsOfOr)
    }

    /// Items that the query does not find.
    @_disfavoredOverload
    public static prefix func ! (query: TextQuery) -> TextQuery { .not(query) }

    // A chain of operators stays one level deep.
    private var operandsOfAnd: [TextQuery] { if case .and(let parts) = self { parts } else { [self] } }
    private var operandsOfOr: [TextQuery] { if case .or(let parts) = self { parts } else { [self] } }

    /// How many levels of `and`, `or` and `not` a search may have.
    static let maximumDepth = 500

    /// Whether the query has more levels than so many; looks no deeper than that.
    func isDeeper(than levels: Int) -> Bool {
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
