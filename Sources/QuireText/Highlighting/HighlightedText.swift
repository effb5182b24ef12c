/// A text and the parts of it that a search has found.
///
/// ```swift
/// let title = page.highlight(book.title)
/// for part in title.parts { print(part.isHighlighted ? bold(part.text) : part.text) }
/// ```
/// Ranges, not markup: nothing that the content says can pass for a highlight. What an engine has marked with tags is
/// read by `HighlightMarkup`.
public struct HighlightedText: Sendable, Hashable {
    public let text: String
    /// Of whole characters; in order, not empty, not overlapping.
    public let ranges: [Range<String.Index>]

    /// - Parameters:
    ///   - text: The text.
    ///   - ranges: Of the text, in any order; those that overlap become one, a part of a character becomes all of it.
    ///   - joinsAdjacent: Whether ranges that touch become one.
    public init(_ text: String, ranges: [Range<String.Index>] = [], joinsAdjacent: Bool = true) {
        let all = text.startIndex..<text.endIndex
        let spans = ranges.map { range in
            let range = range.clamped(to: all)
            let lower = text.utf8.distance(from: all.lowerBound, to: range.lowerBound)
            return lower..<lower + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
        }
        self.init(text, spans: spans, joinsAdjacent: joinsAdjacent)
    }

    /// - Parameter spans: Of the text's UTF-8.
    init(_ text: String, spans: [Range<Int>], joinsAdjacent: Bool) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        ranges = CharacterSpans.ranges(covering: spans, of: text, joinsAdjacent: joinsAdjacent)
    }

    /// A stretch of the text that is all highlighted, or all not.
    public struct Part: Sendable, Hashable {
        public var text: String
        public var isHighlighted: Bool

        public init(_ text: String, isHighlighted: Bool) {
            self.text = text
            self.isHighlighted = isHighlighted
        }
    }

    /// The text cut where highlights begin and end, in order; put together the parts are the text.
    public var parts: [Part] {
        var parts: [Part] = []
        var index = text.startIndex
        for range in ranges {
            if index < range.lowerBound {
                parts.append(Part(String(text[index..<range.lowerBound]), isHighlighted: false))
            }
            parts.append(Part(String(text[range]), isHighlighted: true))
            index = range.upperBound
        }
        if index < text.endIndex { parts.append(Part(String(text[index...]), isHighlighted: false)) }
        return parts
    }

    /// The text with strings around its highlights, for a terminal or a log.
    ///
    /// ```swift
    /// page.highlight(book.title).marked("«", "»")      // Franny and «Zooey»
    /// ```
    /// Not for HTML: the text stays as it is, tags and all. `html(tag:)` is safe there.
    public func marked(_ start: String, _ end: String) -> String {
        parts.map { $0.isHighlighted ? start + $0.text + end : $0.text }.joined()
    }

    /// The text as HTML, its own characters escaped, its highlights in elements.
    ///
    /// ```swift
    /// HighlightedText("1 < 2").html()      // 1 &lt; 2
    /// ```
    /// - Parameter tag: The element's name.
    public func html(tag: String = "em") -> String {
        parts.map { part in
            let escaped = part.text.escapedForHTML
            return part.isHighlighted ? "<\(tag)>\(escaped)</\(tag)>" : escaped
        }.joined()
    }
}

extension String {
    var escapedForHTML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
