import QuireRemote

/// A word of full-text search as the server indexes it: ASCII letters and digits, which its tokenizer does not change.
enum WordKey {
    /// The server truncates words after 100 bytes, and a term begins with the number of its field.
    private static let longest = 90
    private static let keptOfLonger = 50
    /// Separates words that are not adjacent. No encoded word contains it.
    static let separator = "qz"

    static func word(_ word: String) -> String {
        let encoded = PlainKey.encoded(word)
        guard encoded.utf8.count > longest else { return encoded }
        // No encoded word contains "qz".
        return encoded.prefix(keptOfLonger) + "qz" + SHA256.hexadecimal(of: word).prefix(36)
    }

    /// The encoded form of a word's prefix; `nil` if longer words are not encoded in a way that preserves it.
    static func beginning(_ beginning: String) -> String? {
        let encoded = PlainKey.encoded(beginning)
        return encoded.utf8.count <= keptOfLonger ? encoded : nil
    }

    /// A whole word in a field.
    static func term(_ word: String, in field: IndexedField) -> String {
        "\(field.ordinal)x\(Self.word(word))"
    }

    /// The prefix of words in a field; `nil` if it is too long.
    static func prefixTerm(_ prefix: String, in field: IndexedField) -> String? {
        beginning(prefix).map { "\(field.ordinal)y\($0)" }
    }

    /// The field and the word of a term; `nil` for a prefix, and for a word that is too long to be kept.
    static func word(ofTerm term: String) -> (field: Int, word: String)? {
        guard let sign = term.utf8.firstIndex(of: UInt8(ascii: "x")), let field = Int(term[..<sign]),
            let word = PlainKey.decoded(term[term.index(after: sign)...])
        else { return nil }
        return (field, word)
    }

    /// All prefixes of a word including itself, from shortest to longest. Prefixes that are too long are left out.
    static func beginnings(of word: String) -> [String] {
        var beginnings: [String] = []
        var text = ""
        for scalar in word.unicodeScalars {
            text.unicodeScalars.append(scalar)
            guard beginning(text) != nil else { break }
            beginnings.append(text)
        }
        return beginnings
    }
}
