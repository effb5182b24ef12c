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
