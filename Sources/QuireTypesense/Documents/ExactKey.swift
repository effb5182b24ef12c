import QuireCore
import QuireEngine
import QuireRemote

/// A key of ASCII letters and digits, the same for two values exactly if they are equal. In filters it needs no quotes
/// and cannot be confused with syntax.
enum ExactKey {
    /// The server truncates words after 100 bytes.
    private static let longest = 99

    static func text(_ text: String) -> String {
        // The encoded form is never shorter than the text, so a text that is too long need not be encoded.
        guard text.utf8.count < longest, case let key = "s" + PlainKey.encoded(text),
            key.utf8.count <= longest
        else { return "h" + SHA256.hexadecimal(of: text) }
        return key
    }

    /// The key of a tag, with or without a value.
    static func tag(_ name: String, _ value: String?) -> String {
        text(value.map { "\(name.utf8.count) \(name)\($0)" } ?? name.utf8.count.description + "-" + name)
    }

    /// The key of a field's value; `nil` if it has none.
    static func key(of value: EvaluatedValue, in field: IndexedField) -> String? {
        switch (field.comparison, value) {
        case (.text, .text(let text)): Self.text(text)
        case (.boolean, .boolean(let truth)): truth ? "bt" : "bf"
        case (.number, .integer), (.number, .number), (.date, .integer), (.date, .number):
            if field.isDouble {
                value.exactDouble.map { "f" + OrderKey.hexadecimal(of: OrderKey.integer(of: $0)) }
            } else {
                value.exactInteger.map { "\($0 < 0 ? "im" : "ip")\($0.magnitude)" }
            }
        default: nil
        }
    }

    /// The value of a key; `nil` for keys of long texts, which do not contain the text.
    static func value(of key: String, in field: IndexedField) -> FilterValue? {
        let rest = key.dropFirst()
        switch key.utf8.first {
        case UInt8(ascii: "s"): return PlainKey.decoded(rest).map(FilterValue.string)
        case UInt8(ascii: "b"): return .boolean(rest == "t")
        case UInt8(ascii: "i"):
            guard let number = Int64((rest.hasPrefix("m") ? "-" : "") + rest.dropFirst()) else { return nil }
            return field.comparison == .date ? .date(milliseconds: number) : .integer(number)
        case UInt8(ascii: "f"):
            return OrderKey.integer(hexadecimal: rest).map { .number(OrderKey.number(of: $0)) }
        default: return nil
        }
    }
}

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
