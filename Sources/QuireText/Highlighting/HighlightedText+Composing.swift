extension HighlightedText {
    /// In which units an engine counts the places in a text.
    public enum OffsetUnit: Sendable, Hashable {
        /// Bytes of UTF-8.
        case utf8
        /// As Java and JavaScript count.
        case utf16
        case unicodeScalars
        /// What a person takes for a character.
        case characters
    }

    /// A text and the places in it that an engine has counted out.
    ///
    /// ```swift
    /// HighlightedText("Café Zoo", offsets: [6..<9], in: .utf8).marked("«", "»")      // Café «Zoo»
    /// ```
    /// - Parameters:
    ///   - text: The text.
    ///   - offsets: From the start of the text, in any order; what lies behind its end is left out.
    ///   - unit: What the offsets count: bytes, UTF-16 code units, scalars or characters.
    ///   - joinsAdjacent: Whether ranges that touch become one.
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

    /// Offsets in a unit as offsets in bytes, in one pass over the text.
    ///
    /// - Parameter pieces: How many units, and how many bytes, each piece of the text has.
    private static func spans(
        _ offsets: [Range<Int>], _ pieces: some Sequence<(units: Int, bytes: Int)>
    ) -> [Range<Int>] {
        // The bytes before each unit; a place inside a piece is taken for the piece's start, or its end.
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

    /// The same text with everything else highlighted: for suggestions, where what was not typed yet stands out.
    ///
    /// ```swift
    /// HighlightMarkup.em.read("<em>whal</em>e watching").inverted.marked("«", "»")      // whal«e watching»
    /// ```
    /// Without a highlight, all of the text is highlighted.
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

    /// Texts one after the other, with a text between them that is not highlighted: a list of genres, of authors.
    ///
    /// ```swift
    /// HighlightedText(joining: book.genres.map(page.highlight), separator: ", ")
    /// ```
    /// Highlights that touch stay two.
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
