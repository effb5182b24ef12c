/// Regular expressions for Lucene that match all words that differ by one letter, and few others.
enum TypoPatterns {
    /// Slightly less than `index.max_regex_length`.
    private static let maximumLength = 900

    /// - Parameter isPrefix: Whether it is enough that the words begin like this.
    static func patterns(of word: String, isPrefix: Bool) -> [String] {
        let letters = word.unicodeScalars.map(escaped)
        let end = isPrefix ? ".*" : ""
        var alternatives: [String] = []
        for index in 0...letters.count {
            let start = letters[..<index].joined()
            let rest = letters[index...]
            // An additional letter, a missing one, a different one, or two letters swapped.
            alternatives.append(start + "." + rest.joined() + end)
            guard !rest.isEmpty else { continue }
            alternatives.append(start + rest.dropFirst().joined() + end)
            alternatives.append(start + "." + rest.dropFirst().joined() + end)
            if rest.count > 1 {
                let next = rest.index(after: rest.startIndex)
                alternatives.append(
                    start + rest[next] + rest[rest.startIndex] + rest.dropFirst(2).joined() + end)
            }
        }
        var patterns: [String] = []
        for alternative in alternatives {
            if let last = patterns.last, last.count + alternative.count < maximumLength {
                patterns[patterns.count - 1] = last + "|" + alternative
            } else {
                patterns.append(alternative)
            }
        }
        return patterns
    }

    /// Escapes everything except letters, digits and marks, because it may be syntax in an expression.
    private static func escaped(_ letter: Unicode.Scalar) -> String {
        letter.properties.isAlphabetic || letter.properties.numericType != nil || letter.value > 0x7F
            ? String(letter) : "\\" + String(letter)
    }
}
