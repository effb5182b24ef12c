import QuireCore

/// Whether a session searches at all for what stands on the screen; where it does not, the list is empty and idle.
///
/// ```swift
/// let session = SearchSession(Books.query(), on: engine, options: .init(condition: .hasText))
/// let careful = SearchCondition<Books> { $0.text.count >= 3 || !$0.filters.isEmpty }
/// ```
public struct SearchCondition<Module: ContentModule>: Sendable {
    let allows: @Sendable (SearchDraft<Module>) -> Bool

    /// - Parameter allows: Looks at what would be searched for; called at every search, and must be quick.
    public init(_ allows: @escaping @Sendable (SearchDraft<Module>) -> Bool) { self.allows = allows }

    /// Searches always; without a text it finds everything.
    public static var always: Self { Self { _ in true } }

    /// Searches only for a text that is more than white space.
    public static var hasText: Self { text(atLeast: 1) }

    /// Searches only for a text of so many characters, white space at its ends not counted.
    public static func text(atLeast count: Int) -> Self {
        Self { draft in
            let text = draft.text.drop(while: \.isWhitespace)
            return text.count - text.reversed().prefix(while: \.isWhitespace).count >= count
        }
    }
}
