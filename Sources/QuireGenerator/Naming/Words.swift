/// The words of a wire name, from which a Swift name is composed.
///
/// `image_url`, `image url` and `imageUrl` are "image" and "url"; `HTTPServer` is "HTTP" and "Server".
struct Words {
    struct Word {
        var text: String
        /// Whether all letters of the word are capitals.
        var isCapitals: Bool
        var isLowercase: Bool
    }

    private(set) var words: [Word] = []
    /// Whether the text has only capitals, so that they do not separate words.
    private(set) var isShouted = false

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        isShouted =
            scalars.contains(where: { $0.properties.isUppercase })
            && !scalars.contains(where: { $0.properties.isLowercase })
        var current: [Unicode.Scalar] = []
        for (index, scalar) in scalars.enumerated() {
            switch IdentifierScalars.kind(of: scalar) {
            case .invisible:
                continue
            case .mark:
                if !current.isEmpty { current.append(scalar) }
            case .word:
                if let last = current.last,
                    beginsWord(scalar, after: last, next: scalars[(index + 1)...].first)
                {
                    finish(&current)
                }
                current.append(scalar)
            case .symbol:
                let follows = !current.isEmpty
                finish(&current)
                append(Self.symbol(scalar, following: follows))
            case .separator:
                finish(&current)
                if scalar == "-", words.isEmpty, let next = scalars[(index + 1)...].first, next.isDigit {
                    append("minus")
                }
            }
        }
        finish(&current)
    }

    private func beginsWord(_ scalar: Unicode.Scalar, after last: Unicode.Scalar, next: Unicode.Scalar?)
        -> Bool
    {
        guard scalar.properties.isUppercase else { return false }
        if last.properties.isLowercase || last.isDigit { return !isShouted }
        // The last capital of a run belongs to the following word: HTTP|Server.
        return last.properties.isUppercase && next?.properties.isLowercase == true
    }

    private mutating func finish(_ current: inout [Unicode.Scalar]) {
        guard !current.isEmpty else { return }
        var text = String.UnicodeScalarView()
        var capitals = false
        var small = false
        for scalar in current {
            text.append(scalar)
            if scalar.properties.isUppercase { capitals = true }
            if scalar.properties.isLowercase { small = true }
        }
        words.append(Word(text: String(text), isCapitals: capitals && !small, isLowercase: !capitals))
        current.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ text: String) {
        for word in text.split(whereSeparator: { $0 == " " || $0 == "-" }) {
            words.append(Word(text: String(word), isCapitals: false, isLowercase: true))
        }
    }

    private static func symbol(_ scalar: Unicode.Scalar, following: Bool) -> String {
        switch scalar {
        case "#": return following ? "sharp" : "number"
        case "%": return "percent"
        case "&": return "and"
        case "+": return "plus"
        case "<": return "less"
        case "=": return "equal"
        case ">": return "greater"
        case "@": return "at"
        default: return Symbols.word(for: scalar)
        }
    }
}

extension Unicode.Scalar {
    var isDigit: Bool { properties.generalCategory == .decimalNumber }
}

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
