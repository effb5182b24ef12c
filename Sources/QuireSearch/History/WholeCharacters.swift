import QuireText

extension String {
    /// The range of whole characters that contains a range of UTF-8 bytes.
    func wholeCharacters(in bytes: Range<Int>) -> Range<Index> {
        HighlightedText(self, offsets: [bytes], in: .utf8).ranges.first ?? endIndex..<endIndex
    }
}
