import QuireText

extension String {
    /// The whole characters that bytes of UTF-8 belong to.
    func wholeCharacters(in bytes: Range<Int>) -> Range<Index> {
        HighlightedText(self, offsets: [bytes], in: .utf8).ranges.first ?? endIndex..<endIndex
    }
}
