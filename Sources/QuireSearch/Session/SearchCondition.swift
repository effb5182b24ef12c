import QuireCore

/// Whether a session searches for a draft at all. If not, the list is empty and idle.
///
/// ```swift
/// let session = SearchSession(Books.query(), on: engine, options: .init(condition: .hasText))
/// let careful = SearchCondition<Books> { $0.text.count >= 3 || !$0.filters.isEmpty }
/// ```
public struct SearchCondition<Module: ContentModule>: Sendable {
    let allows: @Sendable (SearchDraft<Module>) -> Bool

    /// - Parameter allows: Called with the draft at every search. It must be fast.
    public init(_ allows: @escaping @Sendable (SearchDraft<Module>) -> Bool) { self.allows = allows }

    /// Always searches. A draft without a text matches everything.
    public static var always: Self { Self { _ in true } }

    /// Only searches for a text that is not blank.
    public static var hasText: Self { text(atLeast: 1) }

    /// Only searches for a text with a minimum number of characters, ignoring white space at its ends.
    public static func text(atLeast count: Int) -> Self {
        Self { draft in
            let text = draft.text.drop(while: \.isWhitespace)
            return text.count - text.reversed().prefix(while: \.isWhitespace).count >= count
        }
    }
}
