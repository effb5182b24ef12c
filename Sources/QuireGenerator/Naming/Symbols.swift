/// The words for characters that are no letters or digits: `$` is "dollar", `€` is "euro".
enum Symbols {
    /// Words for a text without letters or digits.
    static func spelledOut(_ text: String) -> String {
        if text.isEmpty { return "empty" }
        return text.unicodeScalars.map(word).joined(separator: " ")
    }

    /// The word or words for a character.
    static func word(for scalar: Unicode.Scalar) -> String {
        words[scalar] ?? unicodeName(of: scalar) ?? "u" + String(scalar.value, radix: 16, uppercase: true)
    }

    /// Unicode's name without `SIGN`: `pound` for `£`. `nil` for characters that not every supported system can name,
    /// because a name must be the same on all of them.
    private static func unicodeName(of scalar: Unicode.Scalar) -> String? {
        let properties = scalar.properties
        guard let age = properties.age, age.major <= 14, let name = properties.name else { return nil }
        return (name.hasSuffix(" SIGN") ? String(name.dropLast(5)) : name).lowercased()
    }

    private static let words: [Unicode.Scalar: String] = [
        " ": "space", "!": "exclamation", "\"": "quote", "$": "dollar", "'": "apostrophe", "(": "parenthesis",
        ")": "closing parenthesis", "*": "star", ",": "comma", "-": "minus", ".": "dot", "/": "slash",
        ":": "colon",
        ";": "semicolon", "?": "question", "[": "bracket", "\\": "backslash", "]": "closing bracket",
        "^": "caret",
        "_": "underscore", "`": "backtick", "{": "brace", "|": "bar", "}": "closing brace", "~": "tilde",
        "\t": "tab", "\n": "newline",
    ]
}
