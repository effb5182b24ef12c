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

    /// Items that both find.
    public static func && (left: TextQuery, right: TextQuery) -> TextQuery { .and([left, right]) }

    /// Items that one of the two finds.
    public static func || (left: TextQuery, right: TextQuery) -> TextQuery { .or([left, right]) }

    /// Items that the query does not find.
    public static prefix func ! (query: TextQuery) -> TextQuery { .not(query) }
}

extension TextQuery: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .all(text) }
}
