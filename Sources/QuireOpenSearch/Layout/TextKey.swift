import QuireCluster

/// Texts as keywords. Lucene takes terms of 32,766 bytes at most, so a longer text is held in parts.
///
/// All that is made here is free of U+0000, which servers get wrong at the end of a range: the characters up to U+0003 are
/// written as three. Neither the order of texts nor what stands in them changes with that: U+0001 only ever begins such
/// a group, and U+0002 and U+0003 only ever end one.
enum TextKey {
    /// Bytes of UTF-8 that a key holds.
    static let limit = 8000
    /// Characters that `like` and `contains` look for at most: Lucene's automata allow no more for sure.
    static let maximumPart = 128
    /// What two parts of a text share, in bytes: no operand reaches out of both.
    private static let overlap = maximumPart * 4

    /// The text with its first four control characters as groups of three.
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

    /// The text that an encoded one was made of.
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

    /// The text, or a beginning of it that is longer than the limit, so that no short text equals it.
    static func key(of text: String) -> String {
        let text = encoded(text)
        return text.utf8.count > limit ? String(prefix(of: text.unicodeScalars, bytes: limit + 1)) : text
    }

    /// The end of the text backwards: what the text ends with is what this begins with.
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

    /// Parts that overlap: what is not longer than an operand may be stands whole in one of them.
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

    /// Whole characters that come to so many bytes or a little more.
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

    /// A pattern of the wildcard query that means the text itself.
    static func pattern(_ text: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in encoded(text).unicodeScalars {
            if scalar == "*" || scalar == "?" || scalar == "\\" { pattern.append("\\") }
            pattern.append(scalar)
        }
        return String(pattern)
    }
}
