/// Regular expressions of Lucene that all words meet which differ from one by a letter, and few others.
enum TypoPatterns {
    /// `index.max_regex_length`, with some room.
    private static let maximumLength = 900

    /// - Parameter isPrefix: Whether the words only have to begin so.
    static func patterns(of word: String, isPrefix: Bool) -> [String] {
        let letters = word.unicodeScalars.map(escaped)
        let end = isPrefix ? ".*" : ""
        var alternatives: [String] = []
        for index in 0...letters.count {
            let start = letters[..<index].joined()
            let rest = letters[index...]
            // A letter more, one less, another one, two that changed places.
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

    /// Whatever is no letter, digit or mark may mean something in an expression.
    private static func escaped(_ letter: Unicode.Scalar) -> String {
        letter.properties.isAlphabetic || letter.properties.numericType != nil || letter.value > 0x7F
            ? String(letter) : "\\" + String(letter)
    }
}
