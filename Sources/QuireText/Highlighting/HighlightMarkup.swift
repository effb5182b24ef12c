import QuireToolbox

/// The tags with which an engine marks what it has found, and how texts with them are read.
///
/// ```swift
/// let title = HighlightMarkup.em.read("Franny and <em>Zooey</em>, 1 < 2")
/// title.text          // Franny and Zooey, 1 < 2
/// title.parts         // "Franny and ", "Zooey" (highlighted), ", 1 < 2"
/// let markup = try HighlightMarkup(opening: "<b class=\"hit\">", closing: "</b>")
/// ```
/// Only the two tags are markup, byte for byte; all else is text. A highlight is what stands between an opening tag and
/// the closing tag that belongs to it, tags inside it are taken out: `<em>New <em>York</em></em>` is one highlight. An
/// opening tag that is never closed reaches to the end; a closing tag without an opening one, and a pair with nothing in
/// it, leave nothing behind. Two highlights that touch stay two, unless asked otherwise; a highlight of a part of a
/// character (a letter without its accent) is of all of it.
///
/// What content says can pass for a highlight if it has the tags in it: choose tags that no content has
/// (`HighlightMarkup.controls`), where the engine lets you.
public struct HighlightMarkup: Sendable, Hashable {
    /// Begins a highlight.
    public let opening: String
    /// Ends it.
    public let closing: String
    /// Whether `<EM>` is another tag than `<em>`. Where it is not, the letters A to Z are the same in both cases.
    public let isCaseSensitive: Bool
    /// Whether `&amp;` and its like become characters, after the tags were read: `&lt;em&gt;` is never markup.
    public var decodesEntities = false
    /// Whether two highlights that touch become one.
    public var joinsAdjacent = false

    /// `<em>` and `</em>`: of Algolia and OpenSearch, if they are not told otherwise.
    public static let em = HighlightMarkup("<em>", "</em>")
    /// `<mark>` and `</mark>`: of Typesense, if it is not told otherwise.
    public static let mark = HighlightMarkup("<mark>", "</mark>")
    /// The control characters U+0002 and U+0003, which stand in hardly any content.
    public static let controls = HighlightMarkup("\u{2}", "\u{3}")

    private init(_ opening: String, _ closing: String) {
        self.opening = opening
        self.closing = closing
        isCaseSensitive = true
    }

    /// - Throws: `HighlightMarkupError` where a tag is empty, or one of them begins the other (or is the other): what
    ///   stands in a text could be read as either.
    public init(
        opening: String, closing: String, isCaseSensitive: Bool = true
    ) throws(HighlightMarkupError) {
        self.opening = opening
        self.closing = closing
        self.isCaseSensitive = isCaseSensitive
        let tags = HighlightScanner(self)
        if opening.isEmpty || closing.isEmpty {
            throw HighlightMarkupError(.emptyTag, self)
        }
        if tags.opening == tags.closing {
            throw HighlightMarkupError(.sameTags, self)
        }
        if tags.opening.starts(with: tags.closing) || tags.closing.starts(with: tags.opening) {
            throw HighlightMarkupError(.oneTagBeginsOther, self)
        }
    }

    /// The text without the tags, and what stood between them: in time that grows with the text alone, whatever it says.
    public func read(_ tagged: String) -> HighlightedText {
        var tagged = tagged
        let scanner = HighlightScanner(self)
        var (bytes, spans) = tagged.withUTF8 { scanner.scan($0) }
        if decodesEntities { (bytes, spans) = EntityDecoding.decoded(bytes, spans) }
        return HighlightedText(
            String(decoding: bytes, as: UTF8.self), spans: spans, joinsAdjacent: joinsAdjacent)
    }

    /// The text with tags around its highlights, as `read` takes it back; `&`, `<` and `>` of the text become entities
    /// where the markup decodes them.
    ///
    /// - Throws: `HighlightMarkupError` where `read` would make something else of it, since the text has the tags in it.
    public func write(_ text: HighlightedText) throws(HighlightMarkupError) -> String {
        let tagged = text.parts.map { part in
            let escaped = decodesEntities ? part.text.escapedForHTML : part.text
            return part.isHighlighted ? opening + escaped + closing : escaped
        }.joined()
        // Strings that look the same may differ in their bytes.
        let copy = read(tagged)
        guard copy.text.isSpelled(as: text.text), copy.ranges == text.ranges else {
            throw HighlightMarkupError(.tagInText, self)
        }
        return tagged
    }
}

/// Tags that cannot mark highlights, or not in this text.
public struct HighlightMarkupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for code that wants to tell the cases apart.
    public enum Reason: Sendable, Hashable {
        case emptyTag
        case sameTags
        case oneTagBeginsOther
        /// A text that is to be written has a tag in it, or touching highlights that the markup joins.
        case tagInText
    }

    public var reason: Reason
    public var opening: String
    public var closing: String

    init(_ reason: Reason, _ markup: HighlightMarkup) {
        self.reason = reason
        opening = markup.opening
        closing = markup.closing
    }

    public var description: String {
        let (failure, remedy) =
            switch reason {
            case .emptyTag: ("a tag is empty", "Give each tag at least one character.")
            case .sameTags: ("the tags are equal", "Give a closing tag that differs from the opening one.")
            case .oneTagBeginsOther:
                ("one tag is the beginning of the other", "Give two tags of which neither begins the other.")
            case .tagInText:
                (
                    "the text contains a tag, or highlights that touch, so it would be read back differently",
                    "Give tags that the text does not contain, and join highlights that touch."
                )
            }
        return PlainText.error("Could not use the tags \"\(opening)\" and \"\(closing)\": \(failure)", remedy)
    }
}
