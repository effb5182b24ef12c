#if SQLite
import Foundation
import Quire

/// The words of a query, and what may stand for them, transcribed from the table of costs.
struct PlainQuery {
    struct Word {
        var text: String
        /// Whether an apostrophe, a hyphen or a point joins it to the previous word.
        var isJoined: Bool
    }

    let words: [Word]
    private(set) var alternatives: [[PlainAlternative]]
    private let synonyms: [(from: [String], to: [String])]

    /// All words of a text, the last of which may be unfinished.
    init(_ text: String, synonyms: [(from: [String], to: [String])] = [], _ analyzer: TextAnalyzer) {
        var words: [Word] = []
        var end = 0
        let bytes = Array(text.utf8)
        for token in analyzer.tokens(in: text) {
            let between = String(decoding: bytes[end..<token.start], as: UTF8.self)
            words.append(
                Word(text: token.word, isJoined: !words.isEmpty && ["'", "’", "-"].contains(between)))
            end = token.end
        }
        self.words = words
        self.synonyms = synonyms
        alternatives = words.map { [PlainAlternative(words: [$0.text], cost: 0)] }
        guard !words.isEmpty else { return }
        alternatives[words.count - 1].append(
            PlainAlternative(words: [words[words.count - 1].text], isPrefix: true, cost: 0))
        addFirstLevel()
    }

    private func isLetter(_ index: Int) -> Bool {
        words[index].text.count == 1 && words[index].text.first?.isLetter == true
    }

    /// Several words written as one stand for each of them.
    private mutating func join(_ range: ClosedRange<Int>, cost: Int) {
        let joined = range.map { words[$0].text }.joined()
        for index in range {
            alternatives[index].append(PlainAlternative(words: [joined], cost: cost))
            if range.upperBound == words.count - 1 {
                alternatives[index].append(PlainAlternative(words: [joined], isPrefix: true, cost: cost))
            }
        }
    }

    private static let numbers = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    ]

    private mutating func addFirstLevel() {
        for start in words.indices {
            var end = start
            while end + 1 < words.count, words[end + 1].isJoined { end += 1 }
            if end > start, end - start < 8, !words[start].isJoined { join(start...end, cost: 0) }
            end = start
            while end + 1 < words.count, end - start < 7, isLetter(end + 1) { end += 1 }
            if end > start, isLetter(start), start == 0 || !isLetter(start - 1) { join(start...end, cost: 0) }
            if start + 1 < words.count, isLetter(start) || isLetter(start + 1) {
                join(start...start + 1, cost: 1)
            }
        }
        for (index, word) in words.enumerated() {
            let text = word.text
            if (2...3).contains(text.count), text.allSatisfy(\.isLetter) {
                alternatives[index].append(PlainAlternative(words: text.map(String.init), cost: 0))
            }
            if let number = Int(text), Self.numbers.indices.contains(number), String(number) == text {
                alternatives[index].append(PlainAlternative(words: [Self.numbers[number]], cost: 2))
            }
            if let number = Self.numbers.firstIndex(of: text) {
                alternatives[index].append(PlainAlternative(words: ["\(number)"], cost: 2))
            }
        }
        for synonym in synonyms {
            for start in words.indices where start + synonym.from.count <= words.count {
                let range = start..<start + synonym.from.count
                guard words[range].map(\.text) == synonym.from else { continue }
                for index in range {
                    alternatives[index].append(PlainAlternative(words: synonym.to, cost: 1))
                }
            }
        }
    }

    // MARK: - Other forms

    /// Adds the plurals and the words with the same stem.
    ///
    /// - Parameter vocabulary: The words of the content.
    mutating func addForms(_ vocabulary: [String: Int]) {
        guard words.count <= 32, let stemmer = Stemmer(language: "en") else { return }
        for index in words.indices {
            let text = words[index].text
            // An unfinished word finds the forms that begin with it.
            let isLast = index == words.count - 1
            let plurals = Self.plurals(of: text).filter {
                vocabulary[$0] != nil && !(isLast && $0.hasPrefix(text))
            }
            alternatives[index] += plurals.map { PlainAlternative(words: [$0], cost: 2) }
            guard text.count >= 3, text.allSatisfy({ $0.isASCII && $0.isLetter }) else { continue }
            let stem = stemmer.stem(text)
            let beginning = text.commonPrefix(with: stem)
            let shared = beginning.dropLast(beginning.count > 3 ? 1 : 0)
            guard shared.count > 1 else { continue }
            let forms = vocabulary.keys.filter {
                $0.hasPrefix(shared) && $0 != text && !plurals.contains($0) && stemmer.stem($0) == stem
                    && !(isLast && $0.hasPrefix(text))
            }
            alternatives[index] += forms.map { PlainAlternative(words: [$0], cost: 3) }
        }
    }

    // MARK: - Fallbacks

    /// - Parameter vocabulary: The words of the content, each with the number of fields of items that have it.
    mutating func addFallbacks(_ vocabulary: [String: Int], distance: Int) {
        guard words.count <= 32 else { return }
        for index in words.indices {
            let text = words[index].text
            let isLast = index == words.count - 1
            if distance == 1 {
                for count in 2...3 where index + count <= words.count {
                    join(index...index + count - 1, cost: 3)
                }
                for cut in text.indices.dropFirst() {
                    let (head, tail) = (String(text[..<cut]), String(text[cut...]))
                    let ends =
                        isLast ? vocabulary.keys.contains { $0.hasPrefix(tail) } : vocabulary[tail] != nil
                    if vocabulary[head] != nil, ends {
                        alternatives[index].append(
                            PlainAlternative(words: [head, tail], isPrefix: isLast, cost: 3))
                    }
                }
            }
            // Of five words or more, only those are corrected that the content does not have.
            if words.count >= 5,
                alternatives[index].contains(where: { $0.cost < 4 && $0.isKnown(vocabulary) })
            {
                continue
            }
            let tolerance = text.count >= 7 ? 2 : text.count >= 4 ? 1 : 0
            guard distance <= tolerance, Int(text) == nil else { continue }
            for near in Self.near(text, vocabulary, isPrefix: isLast, tolerance: distance)
            where near.distance == distance && Int(near.word) == nil {
                alternatives[index].append(
                    PlainAlternative(
                        words: [near.word], cost: 4 * distance,
                        isLonger: isLast && near.word.count > text.count + distance))
            }
        }
    }

    private static func plurals(of word: String) -> [String] {
        guard word.allSatisfy({ $0.isASCII && $0.isLetter }), word.count >= 3 else { return [] }
        var forms = [word + "s", word + "es"]
        if word.hasSuffix("y") { forms.append(word.dropLast() + "ies") }
        if word.hasSuffix("ies"), word.count > 4 { forms.append(word.dropLast(3) + "y") }
        if word.hasSuffix("es"), word.count > 4 { forms.append(String(word.dropLast(2))) }
        if word.hasSuffix("s"), !word.hasSuffix("ss"), word.count > 3 {
            forms.append(String(word.dropLast()))
        }
        return forms
    }

    /// The fifty nearest words: by the distance to the word, or to its beginning; then to the whole word; then the most
    /// frequent.
    private static func near(
        _ typed: String, _ vocabulary: [String: Int], isPrefix: Bool, tolerance: Int
    ) -> [(word: String, distance: Int)] {
        let letters = Array(typed)
        var found: [(word: String, distance: Int, whole: Int, count: Int)] = []
        for (word, count) in vocabulary {
            let other = Array(word)
            if !isPrefix, abs(other.count - letters.count) > tolerance { continue }
            let row = distances(letters, other)
            let whole = min(row[other.count], tolerance + 1)
            let distance = isPrefix ? row.min() ?? whole : whole
            if (1...tolerance).contains(distance) { found.append((word, distance, whole, count)) }
        }
        found.sort { one, other in
            if one.distance != other.distance { return one.distance < other.distance }
            if one.whole != other.whole { return one.whole < other.whole }
            if one.count != other.count { return one.count > other.count }
            return Array(one.word.utf8).lexicographicallyPrecedes(Array(other.word.utf8))
        }
        return found.prefix(50).map { ($0.word, $0.distance) }
    }

    /// The distance of a word to each beginning of another: optimal string alignment.
    private static func distances(_ typed: [Character], _ other: [Character]) -> [Int] {
        var rows = [Array(0...other.count)]
        for (line, letter) in typed.enumerated() {
            var row = [line + 1]
            for (column, letterOfOther) in other.enumerated() {
                var value = min(
                    rows[line][column] + (letter == letterOfOther ? 0 : 1), rows[line][column + 1] + 1)
                value = min(value, row[column] + 1)
                if line > 0, column > 0, letter == other[column - 1], typed[line - 1] == letterOfOther {
                    value = min(value, rows[line - 1][column - 1] + 1)
                }
                row.append(value)
            }
            rows.append(row)
        }
        return rows[typed.count]
    }
}
#endif
