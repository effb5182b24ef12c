import QuireRemote

/// Texts as keywords. Lucene's terms have at most 32,766 bytes, so a longer text is stored in parts.
///
/// None of the results contains U+0000, which servers handle incorrectly at the end of a range: each character up to
/// U+0003 is encoded as three characters. This changes neither the order of texts nor the results of substring
/// searches, because U+0001 only begins such a group, and U+0002 and U+0003 only end one.
enum TextKey {
    /// The maximum size of a key in UTF-8 bytes.
    static let limit = 8000
    /// The maximum length of an operand of `like` and `contains`: Lucene's automata reliably support no more
    /// characters.
    static let maximumPart = 128
    /// How many bytes two adjacent parts share, so that every occurrence of an operand lies within one part.
    private static let overlap = maximumPart * 4

    /// The text, with its first four control characters encoded as groups of three.
    static func encoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 4 }) else { return text }
        var encoded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0: encoded.append(contentsOf: "\u{1}\u{2}\u{2}".unicodeScalars)
            case 1: encoded.append(contentsOf: "\u{1}\u{2}\u{3}".unicodeScalars)
            case 2: encoded.append(contentsOf: "\u{1}\u{3}\u{2}".unicodeScalars)
            case 3: encoded.append(contentsOf: "\u{1}\u{3}\u{3}".unicodeScalars)
            default: encoded.append(scalar)
            }
        }
        return String(encoded)
    }

    /// Decodes an encoded text.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(1) else { return text }
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar.value == 1, let high = rest.popFirst()?.value, let low = rest.popFirst()?.value,
                high >= 2, low >= 2, let original = Unicode.Scalar((high - 2) * 2 + low - 2)
            else {
                decoded.append(scalar)
                continue
            }
            decoded.append(original)
        }
        return String(decoded)
    }

    static func isLong(_ text: String) -> Bool {
        text.utf8.count > limit / 3 && encoded(text).utf8.count > limit
    }

    /// The text, or a beginning of it that is longer than the limit, so that it cannot equal a short text.
    static func key(of text: String) -> String {
        let text = encoded(text)
        return text.utf8.count > limit ? String(prefix(of: text.unicodeScalars, bytes: limit + 1)) : text
    }

    /// The end of the text, reversed, so that a suffix becomes a prefix.
    static func reversed(_ text: String) -> String {
        var end = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars.reversed() {
            if bytes > limit { break }
            end.append(scalar)
            bytes += UTF8.width(scalar)
        }
        return encoded(String(end))
    }

    /// Overlapping parts. Any substring up to the maximum length of an operand is completely in one of them.
    static func parts(of text: String) -> [String] {
        let text = encoded(text)
        guard text.utf8.count > limit else { return [text] }
        var parts: [String] = []
        var rest = text.unicodeScalars[...]
        while true {
            let part = prefix(of: rest, bytes: limit)
            parts.append(String(part))
            guard part.endIndex < rest.endIndex else { return parts }
            var start = part.endIndex
            var bytes = 0
            while bytes < overlap {
                rest.formIndex(before: &start)
                bytes += UTF8.width(rest[start])
            }
            rest = rest[start...]
        }
    }

    static func hash(of text: String) -> String { SHA256.hexadecimal(of: text) }

    /// Whole characters with this many bytes or slightly more.
    private static func prefix<Scalars: Collection>(
        of scalars: Scalars, bytes: Int
    ) -> Scalars.SubSequence where Scalars.Element == Unicode.Scalar {
        var count = 0
        var index = scalars.startIndex
        while index < scalars.endIndex, count < bytes {
            count += UTF8.width(scalars[index])
            scalars.formIndex(after: &index)
        }
        return scalars[..<index]
    }

    /// A pattern for wildcard queries that matches exactly the text.
    ///
    /// - Parameter isEncoded: Whether the field holds encoded texts.
    static func pattern(_ text: String, encoded isEncoded: Bool = true) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in (isEncoded ? encoded(text) : text).unicodeScalars {
            if scalar == "*" || scalar == "?" || scalar == "\\" { pattern.append("\\") }
            pattern.append(scalar)
        }
        return String(pattern)
    }
}
