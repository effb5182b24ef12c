#if canImport(Darwin)
public import Foundation
#endif

/// A text and the parts of it that a search has found.
///
/// ```swift
/// let title = page.highlight(book.title)
/// for part in title.parts { print(part.isHighlighted ? bold(part.text) : part.text) }
/// ```
/// Ranges, not markup: nothing that the content says can pass for a highlight.
public struct HighlightedText: Sendable, Hashable {
    public let text: String
    /// Of whole characters; in order, not empty, not overlapping, not touching.
    public let ranges: [Range<String.Index>]

    /// - Parameter ranges: Of the text, in any order; those that meet become one.
    public init(_ text: String, ranges: [Range<String.Index>] = []) {
        self.text = text
        var merged: [Range<String.Index>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
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

    #if canImport(Darwin)
    /// The text with its highlights strongly emphasized, which views show in bold.
    public var attributed: AttributedString {
        var result = AttributedString()
        for part in parts {
            var piece = AttributedString(part.text)
            if part.isHighlighted { piece.inlinePresentationIntent = .stronglyEmphasized }
            result.append(piece)
        }
        return result
    }
    #endif
}

extension String {
    /// The whole characters that bytes of UTF-8 belong to.
    func characters(in bytes: Range<Int>) -> Range<Index> {
        var lower = utf8.index(startIndex, offsetBy: bytes.lowerBound)
        var upper = utf8.index(lower, offsetBy: bytes.count)
        while lower > startIndex, Index(lower, within: self) == nil { lower = utf8.index(before: lower) }
        while upper < endIndex, Index(upper, within: self) == nil { upper = utf8.index(after: upper) }
        return lower..<upper
    }

    fileprivate var escapedForHTML: String {
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
