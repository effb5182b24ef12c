import QuireText

/// "Did you mean": a corrected text for a search that found nothing.
///
/// ```swift
/// if let meant = state.didYouMean {
///     print("Did you mean \(meant.highlighted.marked("*", "*"))?")     // Did you mean moby *dick*?
/// }
/// ```
public struct SpellingSuggestion: Sendable, Hashable {
    /// The corrected text with the changed words highlighted.
    public var highlighted: HighlightedText
    /// The number of items that it finds with the same filters, or `nil` if the engine does not count.
    public var total: Int?

    /// The corrected text, ready to search.
    public var text: String { highlighted.text }

    public init(_ highlighted: HighlightedText, total: Int?) {
        self.highlighted = highlighted
        self.total = total
    }
}
