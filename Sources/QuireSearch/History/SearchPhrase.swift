import Foundation
import QuireText

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
