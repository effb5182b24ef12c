public import Foundation

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

extension HighlightedText {
    /// Returns the text with attributes on its highlights.
    ///
    /// ```swift
    /// var highlights = AttributeContainer()
    /// highlights.backgroundColor = .yellow
    /// Text(state.highlight(book.title).attributed(with: highlights))
    /// ```
    /// - Parameters:
    ///   - highlights: The attributes of the highlights.
    ///   - others: The attributes of the rest of the text.
    public func attributed(
        with highlights: AttributeContainer, others: AttributeContainer = AttributeContainer()
    ) -> AttributedString {
        var result = AttributedString()
        for part in parts {
            result.append(AttributedString(part.text, attributes: part.isHighlighted ? highlights : others))
        }
        return result
    }

    #if canImport(Darwin)
    /// The text with its highlights strongly emphasized, which SwiftUI shows in bold.
    public var attributed: AttributedString {
        var highlights = AttributeContainer()
        highlights.inlinePresentationIntent = .stronglyEmphasized
        return attributed(with: highlights)
    }
    #endif
}

/// Coded as one string with tags: `"Franny and <em>Zooey</em>"`.
///
/// The tags are `<em>` and `</em>`, unless the coder's `userInfo` provides others:
/// ```swift
/// decoder.userInfo = HighlightMarkup.mark.userInfo
/// ```
/// Encoding a text that contains the tags throws, because they would be read as highlights.
extension HighlightedText: Codable {
    public init(from decoder: any Decoder) throws {
        let markup = HighlightMarkup.markup(of: decoder.userInfo)
        self = markup.read(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        let markup = HighlightMarkup.markup(of: encoder.userInfo)
        let tagged: String
        do {
            tagged = try markup.write(self)
        } catch {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "\(error)"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(tagged)
    }
}

extension HighlightMarkup {
    private static let key = CodingUserInfoKey(rawValue: "quire.HighlightMarkup")

    /// A `userInfo` that makes a coder read and write `HighlightedText` with these tags.
    public var userInfo: [CodingUserInfoKey: any Sendable] { Self.key.map { [$0: self] } ?? [:] }

    fileprivate static func markup(of userInfo: [CodingUserInfoKey: Any]) -> HighlightMarkup {
        key.flatMap { userInfo[$0] as? HighlightMarkup } ?? .em
    }
}

extension HighlightedText {
    /// The unit in which an engine counts offsets.
    public enum OffsetUnit: Sendable, Hashable {
        /// Bytes of UTF-8.
        case utf8
        /// UTF-16 code units, as in Java and JavaScript.
        case utf16
        case unicodeScalars
        /// Characters as people perceive them (grapheme clusters).
        case characters
    }

    /// Creates a text from offsets that an engine returned.
    ///
    /// ```swift
    /// HighlightedText("Café Zoo", offsets: [6..<9], in: .utf8).marked("«", "»")      // Café «Zoo»
    /// ```
    /// - Parameters:
    ///   - text: The text.
    ///   - offsets: Ranges from the start of the text, in any order. Ranges past its end are ignored.
    ///   - unit: The unit of the offsets: bytes, UTF-16 code units, scalars or characters.
    ///   - joinsAdjacent: Whether ranges that touch are merged.
    public init(_ text: String, offsets: [Range<Int>], in unit: OffsetUnit, joinsAdjacent: Bool = false) {
        let spans =
            switch unit {
            case .utf8: offsets
            case .utf16: Self.spans(offsets, text.unicodeScalars.lazy.map { ($0.utf16.count, $0.utf8.count) })
            case .unicodeScalars: Self.spans(offsets, text.unicodeScalars.lazy.map { (1, $0.utf8.count) })
            case .characters: Self.spans(offsets, text.lazy.map { (1, $0.utf8.count) })
            }
        self.init(text, spans: spans, joinsAdjacent: joinsAdjacent)
    }

    /// Converts offsets to byte offsets, in one pass over the text.
    ///
    /// - Parameter pieces: The number of units and bytes of each piece of the text.
    private static func spans(
        _ offsets: [Range<Int>], _ pieces: some Sequence<(units: Int, bytes: Int)>
    ) -> [Range<Int>] {
        // The byte offset of each unit. A position inside a piece is moved to the start or the end of the piece.
        var starts: [Int] = []
        var ends: [Int] = [0]
        var byte = 0
        for piece in pieces {
            starts.append(contentsOf: repeatElement(byte, count: piece.units))
            byte += piece.bytes
            ends.append(contentsOf: repeatElement(byte, count: piece.units))
        }
        return offsets.compactMap { range in
            let range = range.clamped(to: 0..<starts.count)
            return range.isEmpty ? nil : starts[range.lowerBound]..<ends[range.upperBound]
        }
    }

    /// The same text with everything else highlighted, to emphasize the part of a suggestion that was not typed yet.
    ///
    /// ```swift
    /// HighlightMarkup.em.read("<em>whal</em>e watching").inverted.marked("«", "»")      // whal«e watching»
    /// ```
    /// A text without highlights becomes fully highlighted.
    public var inverted: HighlightedText {
        var others: [Range<String.Index>] = []
        var index = text.startIndex
        for range in ranges {
            if index < range.lowerBound { others.append(index..<range.lowerBound) }
            index = range.upperBound
        }
        if index < text.endIndex { others.append(index..<text.endIndex) }
        return HighlightedText(text, ranges: others, joinsAdjacent: false)
    }

    /// Joins texts with a separator that is not highlighted, for example a list of genres or authors.
    ///
    /// ```swift
    /// HighlightedText(joining: book.genres.map(page.highlight), separator: ", ")
    /// ```
    /// Highlights that touch stay separate.
    public init(joining texts: some Sequence<HighlightedText>, separator: String = "") {
        var joined = ""
        var spans: [Range<Int>] = []
        for (number, text) in texts.enumerated() {
            if number > 0 { joined += separator }
            let start = joined.utf8.count
            joined += text.text
            spans += text.spans.map { $0.lowerBound + start..<$0.upperBound + start }
        }
        self.init(joined, spans: spans, joinsAdjacent: false)
    }

    /// The ranges in bytes of UTF-8.
    private var spans: [Range<Int>] {
        var end = text.startIndex
        var offset = 0
        return ranges.map { range in
            let lower = offset + text.utf8.distance(from: end, to: range.lowerBound)
            offset = lower + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
            end = range.upperBound
            return lower..<offset
        }
    }
}
