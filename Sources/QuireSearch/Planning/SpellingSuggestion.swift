import QuireText

/// "Did you mean": a corrected text for a search that found nothing.
///
/// ```swift
/// if let meant = state.didYouMean {
///     print("Did you mean \(meant.highlighted.marked("*", "*"))?")     // Did you mean moby *dick*?
/// }
/// ```
public struct SpellingSuggestion: Sendable, Hashable {
    /// The corrected text, with the words marked that were changed.
    public var highlighted: HighlightedText
    /// How many items it finds under the same filters; `nil` where the engine does not count.
    public var total: Int?

    /// The corrected text, ready to be searched.
    public var text: String { highlighted.text }

    public init(_ highlighted: HighlightedText, total: Int?) {
        self.highlighted = highlighted
        self.total = total
    }
}
