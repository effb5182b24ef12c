import QuireCluster

/// A word of full text as the server indexes it: ASCII letters and digits, so that its tokenizer changes nothing.
enum WordKey {
    /// The server cuts words after 100 bytes, and a term has its field's number before it.
    private static let longest = 90
    private static let keptOfLonger = 50

    static func word(_ word: String) -> String {
        let encoded = PlainKey.encoded(word)
        guard encoded.utf8.count > longest else { return encoded }
        // No word's form has "qz" in it.
        return encoded.prefix(keptOfLonger) + "qz" + SHA256.hexadecimal(of: word).prefix(36)
    }

    /// The form of a word's beginning; `nil` where longer words do not show it.
    static func beginning(_ beginning: String) -> String? {
        let encoded = PlainKey.encoded(beginning)
        return encoded.utf8.count <= keptOfLonger ? encoded : nil
    }

    /// A whole word of a field.
    static func term(_ word: String, in field: IndexedField) -> String {
        "\(field.ordinal)x\(Self.word(word))"
    }

    /// What words of a field begin with; `nil` where it is too long.
    static func prefixTerm(_ prefix: String, in field: IndexedField) -> String? {
        beginning(prefix).map { "\(field.ordinal)y\($0)" }
    }

    /// The beginnings of a word, itself among them, each longer by one character; those that are too long left out.
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
