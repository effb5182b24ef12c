import QuireText

/// A text that the user may be about to type.
public struct Suggestion: Sendable, Hashable {
    /// The source of a suggestion.
    public enum Origin: String, Sendable, Hashable {
        /// An earlier search of the user.
        case history
        /// A popular query.
        case queries
        /// The content itself, for example a title.
        case content
    }

    /// The text, with the part that is not typed yet highlighted.
    ///
    /// ```swift
    /// suggestion.highlighted.marked("<", ">")      // wha<le>
    /// ```
    public var highlighted: HighlightedText
    public var origin: Origin

    /// The text, ready to search.
    public var text: String { highlighted.text }

    public init(_ highlighted: HighlightedText, origin: Origin) {
        self.highlighted = highlighted
        self.origin = origin
    }
}

/// The suggestions for a text, as a collection.
public struct SuggestionList: Sendable {
    /// The typed text.
    public var text: String
    /// The suggestions: those of the history, then those of the sources in order, without duplicates.
    public var suggestions: [Suggestion]
    /// Whether a source is still searching. Meanwhile, matching suggestions for an earlier text are shown.
    public var isLoading = false
    /// The error of a source. The suggestions of the others are included.
    public var failure: (any Error)?

    public init(text: String = "", suggestions: [Suggestion] = []) {
        self.text = text
        self.suggestions = suggestions
    }
}

extension SuggestionList: RandomAccessCollection {
    public var startIndex: Int { suggestions.startIndex }
    public var endIndex: Int { suggestions.endIndex }

    public subscript(position: Int) -> Suggestion { suggestions[position] }
}
