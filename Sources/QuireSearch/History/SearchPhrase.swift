import Foundation
import QuireText

/// A text that was searched, as histories and suggestions compare it.
struct SearchPhrase: Sendable, Hashable {
    /// With one space where there was white space, none at its ends.
    let text: String
    /// In lower case, its characters composed: what two spellings of one search have in common.
    let key: String

    /// `nil` where the text is blank.
    init?(_ text: String) {
        let parts = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        guard !parts.isEmpty else { return nil }
        self.text = parts.map { String($0) }.joined(separator: " ")
        // A sigma at the end of a word is the same letter once the word goes on.
        key = self.text.lowercased().replacing("ς", with: "σ").precomposedStringWithCanonicalMapping
    }

    /// Whether the two are one search.
    func isSame(as other: SearchPhrase) -> Bool { key.isByteEqual(to: other.key) }

    /// Whether this is the other one, broken off within a word: `moby d` of `Moby Dick`, but not `moby`.
    func isBrokenOff(from other: SearchPhrase) -> Bool {
        let length = key.utf8.count
        guard length < other.key.utf8.count, other.key.utf8.starts(with: key.utf8) else { return false }
        return Self.words(of: other.key).contains { $0.lowerBound < length && length < $0.upperBound }
    }

    /// Where words stand, in bytes. Characters of a script without spaces that touch are one word here, and so are the
    /// two sides of an apostrophe: who types them has not come to an end in between.
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
