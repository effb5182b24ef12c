import QuireToolbox

/// The tags with which an engine marks matches, and how to read texts that contain them.
///
/// ```swift
/// let title = HighlightMarkup.em.read("Franny and <em>Zooey</em>, 1 < 2")
/// title.text          // Franny and Zooey, 1 < 2
/// title.parts         // "Franny and ", "Zooey" (highlighted), ", 1 < 2"
/// let markup = try HighlightMarkup(opening: "<b class=\"hit\">", closing: "</b>")
/// ```
/// Only the two tags are markup, compared byte by byte. Everything else is text. A highlight is the text between an
/// opening tag and its closing tag. Nested tags are removed: `<em>New <em>York</em></em>` is one highlight. An
/// opening tag that is never closed extends to the end of the text. A closing tag without an opening tag, and an
/// empty pair, are removed. Two highlights that touch stay separate unless `joinsAdjacent` is set. A highlight of
/// part of a character (a letter without its accent) covers the whole character.
///
/// Content that contains the tags can imitate a highlight. If the engine allows it, choose tags that no content
/// contains, such as `HighlightMarkup.controls`.
public struct HighlightMarkup: Sendable, Hashable {
    /// The tag that starts a highlight.
    public let opening: String
    /// The tag that ends a highlight.
    public let closing: String
    /// Whether `<EM>` differs from `<em>`. If `false`, the letters A to Z match in both cases.
    public let isCaseSensitive: Bool
    /// Whether entities such as `&amp;` are decoded after the tags are read. `&lt;em&gt;` is never markup.
    public var decodesEntities = false
    /// Whether two highlights that touch are merged.
    public var joinsAdjacent = false

    /// `<em>` and `</em>`, the default tags of Algolia and OpenSearch.
    public static let em = HighlightMarkup("<em>", "</em>")
    /// `<mark>` and `</mark>`, the default tags of Typesense.
    public static let mark = HighlightMarkup("<mark>", "</mark>")
    /// The control characters U+0002 and U+0003, which hardly any content contains.
    public static let controls = HighlightMarkup("\u{2}", "\u{3}")

    private init(_ opening: String, _ closing: String) {
        self.opening = opening
        self.closing = closing
        isCaseSensitive = true
    }

    /// - Throws: `HighlightMarkupError` if a tag is empty, or if one tag begins with the other, because a text would be
    ///   ambiguous.
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

    /// Reads a tagged text: returns the text without tags and its highlights. The time is linear in the text's length.
    public func read(_ tagged: String) -> HighlightedText {
        var tagged = tagged
        let scanner = HighlightScanner(self)
        var (bytes, spans) = tagged.withUTF8 { scanner.scan($0) }
        if decodesEntities { (bytes, spans) = EntityDecoding.decoded(bytes, spans) }
        return HighlightedText(
            String(decoding: bytes, as: UTF8.self), spans: spans, joinsAdjacent: joinsAdjacent)
    }

    /// Returns the text with tags around its highlights, so that `read` restores it. If the markup decodes entities,
    /// `&`, `<` and `>` are escaped.
    ///
    /// - Throws: `HighlightMarkupError` if the text contains the tags, so `read` would not restore it.
    public func write(_ text: HighlightedText) throws(HighlightMarkupError) -> String {
        let tagged = text.parts.map { part in
            let escaped = decodesEntities ? part.text.escapedForHTML : part.text
            return part.isHighlighted ? opening + escaped + closing : escaped
        }.joined()
        // Strings that are equal may still differ in their bytes.
        let copy = read(tagged)
        guard copy.text.isByteEqual(to: text.text), copy.ranges == text.ranges else {
            throw HighlightMarkupError(.tagInText, self)
        }
        return tagged
    }
}

/// Tags that cannot mark highlights at all, or not in this text.
public struct HighlightMarkupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        case emptyTag
        case sameTags
        case oneTagBeginsOther
        /// A text to be written contains a tag, or has touching highlights that the markup would merge.
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
                ("one tag is the beginning of the other", "Use two tags that do not begin with each other.")
            case .tagInText:
                (
                    "the text contains a tag, or highlights that touch, so it would be read back differently",
                    "Give tags that the text does not contain, and join highlights that touch."
                )
            }
        return PlainText.error("Could not use the tags \"\(opening)\" and \"\(closing)\": \(failure)", remedy)
    }
}

/// Reads highlight markup and returns the text without tags and the marked spans.
struct HighlightScanner {
    /// The opening tag, in lower case if case is ignored.
    let opening: [UInt8]
    let closing: [UInt8]
    private let isCaseSensitive: Bool

    init(_ markup: HighlightMarkup) {
        isCaseSensitive = markup.isCaseSensitive
        opening = markup.opening.utf8.map { markup.isCaseSensitive ? $0 : Self.lower($0) }
        closing = markup.closing.utf8.map { markup.isCaseSensitive ? $0 : Self.lower($0) }
    }

    /// A span is a maximal stretch inside at least one pair of tags. Each byte is compared with each tag once.
    func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: [UInt8], spans: [Range<Int>]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var spans: [Range<Int>] = []
        var depth = 0
        var start = 0
        var index = 0
        while index < bytes.count {
            if stands(opening, in: bytes, at: index) {
                if depth == 0 { start = text.count }
                depth += 1
                index += opening.count
            } else if stands(closing, in: bytes, at: index) {
                if depth == 1, start < text.count { spans.append(start..<text.count) }
                depth = max(0, depth - 1)
                index += closing.count
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        if depth > 0, start < text.count { spans.append(start..<text.count) }
        return (text, spans)
    }

    private func stands(_ tag: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard tag.count <= bytes.count - index else { return false }
        for offset in tag.indices {
            let byte = bytes[index + offset]
            if tag[offset] != (isCaseSensitive ? byte : Self.lower(byte)) { return false }
        }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

/// Decodes the HTML entities of a text and adjusts its spans.
enum EntityDecoding {
    /// - Parameter spans: Ordered spans without overlaps. A span that ends inside an entity covers the whole character.
    static func decoded(_ bytes: [UInt8], _ spans: [Range<Int>]) -> (text: [UInt8], spans: [Range<Int>]) {
        guard bytes.contains(UInt8(ascii: "&")) else { return (bytes, spans) }
        return bytes.withUnsafeBufferPointer { decoded($0, spans) }
    }

    private static func decoded(
        _ bytes: UnsafeBufferPointer<UInt8>, _ spans: [Range<Int>]
    ) -> (text: [UInt8], spans: [Range<Int>]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var bounds = spans.flatMap { [$0.lowerBound, $0.upperBound] }
        var next = 0
        var index = 0
        while index < bytes.count {
            let isEntity = bytes[index] == UInt8(ascii: "&")
            let entity = isEntity ? HTMLEntities.entity(at: index, in: bytes) : nil
            let end = entity?.end ?? index + 1
            let start = text.count
            if let entity { text.append(contentsOf: entity.scalar.utf8) } else { text.append(bytes[index]) }
            while next < bounds.count, bounds[next] < end {
                // Bounds alternate between starts and ends. An end inside an entity includes its character.
                bounds[next] = bounds[next] > index && next % 2 == 1 ? text.count : start
                next += 1
            }
            index = end
        }
        for rest in next..<bounds.count { bounds[rest] = text.count }
        return (text, stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] })
    }
}
