import QuireText

/// A text that a person may be about to type.
public struct Suggestion: Sendable, Hashable {
    /// Where a suggestion comes from.
    public enum Origin: String, Sendable, Hashable {
        /// What the person has searched for before.
        case history
        /// What many people search for.
        case queries
        /// The content itself: a title, for example.
        case content
    }

    /// The text, with what is not typed yet marked.
    ///
    /// ```swift
    /// suggestion.highlighted.marked("<", ">")      // wha<le>
    /// ```
    public var highlighted: HighlightedText
    public var origin: Origin

    /// The text, ready to be searched.
    public var text: String { highlighted.text }

    public init(_ highlighted: HighlightedText, origin: Origin) {
        self.highlighted = highlighted
        self.origin = origin
    }
}

/// The suggestions for a text: a collection.
public struct SuggestionList: Sendable {
    /// What was typed.
    public var text: String
    /// The history's first, then in the order of the sources; no text twice.
    public var suggestions: [Suggestion]
    /// Whether a source is still looking: more may come, and those of an earlier text that fit are shown meanwhile.
    public var isLoading = false
    /// Why a source has nothing to say; those of the others are there.
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
