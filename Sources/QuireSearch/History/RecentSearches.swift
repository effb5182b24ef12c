import Foundation
import QuireText

/// The most recent searches, and the rules for keeping, replacing and dropping them. It is a value without a file.
///
/// ```swift
/// var recent = RecentSearches()
/// recent.add("Moby  Dick")
/// recent.add("moby d")        // dropped: the beginning of a word of what is there
/// recent.texts                // ["Moby Dick"]
/// ```
/// Two texts are the same search if they only differ in case and white space. The latest spelling is kept. A text that
/// ends within a word of another was typed on the way to it, so it is dropped or replaced, whichever comes first. A
/// text that ends with a complete word is a separate search: `moby` stays next to `moby dick`.
public struct RecentSearches: Sendable, Hashable {
    /// The maximum length of a text, in bytes of UTF-8. A longer text was pasted, and is not kept.
    public static let maximumLength = 1_024

    /// The maximum number of searches. The least recent is removed first.
    public let limit: Int
    private var phrases: [SearchPhrase] = []

    /// - Parameters:
    ///   - texts: The searches, most recent first. The same rules apply to them.
    ///   - limit: The maximum number, at least 0.
    public init(_ texts: [String] = [], limit: Int = 10) {
        self.limit = max(0, limit)
        for text in texts.reversed() { add(text) }
    }

    /// The searches as they were typed, most recent first.
    public var texts: [String] { phrases.map(\.text) }

    /// Adds a search, or makes an existing one the most recent.
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

    /// Removes a search, regardless of its spelling.
    ///
    /// - Returns: Whether it existed.
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

    /// Returns the searches that contain a text at the beginning of a word, most recent first.
    ///
    /// ```swift
    /// recent.matches("d").map { $0.marked("«", "»") }      // ["Moby «D»ick"]
    /// ```
    /// The first occurrence is highlighted. Case and diacritics are ignored, and the last word may be unfinished.
    /// A blank text returns all searches without highlights.
    public func matches(_ text: String) -> [HighlightedText] {
        guard SearchPhrase(text) != nil else { return texts.map { HighlightedText($0) } }
        let typed = TypedText(text)
        return texts.compactMap { text in
            typed.place(in: text).map { HighlightedText(text, ranges: [$0]) }
        }
    }
}

/// A search text in the form in which histories and suggestions compare it.
struct SearchPhrase: Sendable, Hashable {
    /// The text with normalized white space.
    let text: String
    /// The lowercased and composed text, which is equal for all spellings of a search.
    let key: String

    /// Returns `nil` if the text is blank.
    init?(_ text: String) {
        let parts = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        guard !parts.isEmpty else { return nil }
        self.text = parts.map { String($0) }.joined(separator: " ")
        // A final sigma is the same letter if the word continues.
        key = self.text.lowercased().replacing("ς", with: "σ").precomposedStringWithCanonicalMapping
    }

    /// Whether the two are the same search.
    func isSame(as other: SearchPhrase) -> Bool { key.isByteEqual(to: other.key) }

    /// Whether this is the other one, cut off within a word: `moby d` for `Moby Dick`, but not `moby`.
    func isBrokenOff(from other: SearchPhrase) -> Bool {
        let length = key.utf8.count
        guard length < other.key.utf8.count, other.key.utf8.starts(with: key.utf8) else { return false }
        return Self.words(of: other.key).contains { $0.lowerBound < length && length < $0.upperBound }
    }

    /// The words as byte ranges. Adjacent characters of a script without spaces count as one word here, and so do the
    /// two sides of an apostrophe, because typing does not end in between.
    private static func words(of text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var words: [Range<Int>] = []
        for token in TextAnalyzer().tokens(in: text) {
            if let last = words.last,
                ["", "'", "\u{2019}"].contains(
                    String(decoding: bytes[last.upperBound..<token.start], as: UTF8.self))
            {
                words[words.count - 1] = last.lowerBound..<token.end
            } else {
                words.append(token.start..<token.end)
            }
        }
        return words
    }
}
