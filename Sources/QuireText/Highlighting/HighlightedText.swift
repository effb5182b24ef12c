/// A text and the parts of it that match a search.
///
/// ```swift
/// let title = page.highlight(book.title)
/// for part in title.parts { print(part.isHighlighted ? bold(part.text) : part.text) }
/// ```
/// Highlights are ranges, not markup, so content cannot imitate one. `HighlightMarkup` reads texts that an engine
/// has marked with tags.
public struct HighlightedText: Sendable, Hashable {
    public let text: String
    /// The highlighted ranges: whole characters, ordered, not empty, without overlaps.
    public let ranges: [Range<String.Index>]

    /// - Parameters:
    ///   - text: The text.
    ///   - ranges: Ranges of the text in any order. Overlapping ranges are merged and extended to whole characters.
    ///   - joinsAdjacent: Whether ranges that touch are merged.
    public init(_ text: String, ranges: [Range<String.Index>] = [], joinsAdjacent: Bool = true) {
        let all = text.startIndex..<text.endIndex
        let spans = ranges.map { range in
            let range = range.clamped(to: all)
            let lower = text.utf8.distance(from: all.lowerBound, to: range.lowerBound)
            return lower..<lower + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
        }
        self.init(text, spans: spans, joinsAdjacent: joinsAdjacent)
    }

    /// - Parameter spans: Spans of the text's UTF-8.
    init(_ text: String, spans: [Range<Int>], joinsAdjacent: Bool) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        ranges = CharacterSpans.ranges(covering: spans, of: text, joinsAdjacent: joinsAdjacent)
    }

    /// A stretch of the text that is either highlighted or not.
    public struct Part: Sendable, Hashable {
        public var text: String
        public var isHighlighted: Bool

        public init(_ text: String, isHighlighted: Bool) {
            self.text = text
            self.isHighlighted = isHighlighted
        }
    }

    /// The text split at the bounds of its highlights, in order. The parts add up to the text.
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

    /// Returns the text with strings around its highlights, for a terminal or a log.
    ///
    /// ```swift
    /// page.highlight(book.title).marked("«", "»")      // Franny and «Zooey»
    /// ```
    /// Not safe for HTML, because nothing is escaped. Use `html(tag:)` there.
    public func marked(_ start: String, _ end: String) -> String {
        parts.map { $0.isHighlighted ? start + $0.text + end : $0.text }.joined()
    }

    /// Returns the text as HTML: its characters escaped, its highlights in elements.
    ///
    /// ```swift
    /// HighlightedText("1 < 2").html()      // 1 &lt; 2
    /// ```
    /// - Parameter tag: The name of the element.
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
