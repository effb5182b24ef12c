/// A text and the parts of it that a search has found.
///
/// ```swift
/// let title = page.highlight(book.title)
/// for part in title.parts { print(part.isHighlighted ? bold(part.text) : part.text) }
/// ```
/// Ranges, not markup: nothing that the content says can pass for a highlight.
public struct HighlightedText: Sendable, Hashable {
    public let text: String
    /// In order, not empty, not overlapping.
    public let ranges: [Range<String.Index>]

    public init(_ text: String, ranges: [Range<String.Index>] = []) {
        self.text = text
        self.ranges = ranges
    }
}
