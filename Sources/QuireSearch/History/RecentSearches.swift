import QuireText

/// The last searches, and the rules by which one is kept, replaced or dropped: a value, with no file behind it.
///
/// ```swift
/// var recent = RecentSearches()
/// recent.add("Moby  Dick")
/// recent.add("moby d")        // dropped: the beginning of a word of what is there
/// recent.texts                // ["Moby Dick"]
/// ```
/// Two texts are the same search where they differ in case and white space alone; the last spelling is kept. A text
/// that breaks off within a word of another was typed on the way to it: it is dropped, or replaced, whichever comes
/// first. One that ends where a word ends is a search of its own: `moby` stays beside `moby dick`.
public struct RecentSearches: Sendable, Hashable {
    /// How many bytes of UTF-8 a text may have; a longer one was pasted, and is not kept.
    public static let maximumLength = 1_024

    /// How many searches are kept; the least recent goes first.
    public let limit: Int
    private var phrases: [SearchPhrase] = []

    /// - Parameters:
    ///   - texts: The most recent first; kept by the same rules.
    ///   - limit: At least 0.
    public init(_ texts: [String] = [], limit: Int = 10) {
        self.limit = max(0, limit)
        for text in texts.reversed() { add(text) }
    }

    /// The searches as they were spelled, the most recent first.
    public var texts: [String] { phrases.map(\.text) }

    /// Adds a search, or makes one that is there the most recent.
    ///
    /// - Returns: Whether it is kept: not if it is blank, too long, or the beginning of another one.
    @discardableResult
    public mutating func add(_ text: String) -> Bool {
        guard limit > 0, text.utf8.count <= Self.maximumLength, let phrase = SearchPhrase(text) else {
            return false
        }
        if phrases.contains(where: phrase.isBrokenOff) { return false }
        phrases.removeAll { $0.isSame(as: phrase) || $0.isBrokenOff(from: phrase) }
        phrases.insert(phrase, at: 0)
        if phrases.count > limit { phrases.removeLast(phrases.count - limit) }
        return true
    }

    /// Removes a search, whatever its spelling.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public mutating func remove(_ text: String) -> Bool {
        guard let phrase = SearchPhrase(text), let index = phrases.firstIndex(where: phrase.isSame) else {
            return false
        }
        phrases.remove(at: index)
        return true
    }

    /// Removes all searches.
    public mutating func removeAll() { phrases = [] }

    /// The searches in which a text stands from the beginning of a word on, the most recent first.
    ///
    /// ```swift
    /// recent.matches("d").map { $0.marked("«", "»") }      // ["Moby «D»ick"]
    /// ```
    /// Each with the first place where it stands; case and diacritics do not count, the last word may be unfinished.
    /// A blank text gives all of them, with nothing marked.
    public func matches(_ text: String) -> [HighlightedText] {
        guard SearchPhrase(text) != nil else { return texts.map { HighlightedText($0) } }
        let typed = TypedText(text)
        return texts.compactMap { text in
            typed.place(in: text).map { HighlightedText(text, ranges: [$0]) }
        }
    }
}
