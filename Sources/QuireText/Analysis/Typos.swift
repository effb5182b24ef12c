/// The words that stand in the searched fields: where the words of a query are looked up before they are corrected.
package protocol WordVocabulary {
    associatedtype Failure: Error

    /// Whether any word of the content is met so.
    func contains(_ word: String, _ match: AnalyzedText.Term.Match) throws(Failure) -> Bool

    /// The words of the content that a test wants, each once, in any order; the test gets folded UTF-8.
    func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) throws(Failure) -> [String]
}

extension AnalyzedText {
    /// The query with the words that stand nowhere replaced by those that differ by one letter, and what was replaced.
    ///
    /// A word is replaced where it stands alone, not in a phrase, has four letters or more, and is not under `not`.
    /// Parts of words stay as they are.
    package func corrected<Vocabulary: WordVocabulary>(
        by vocabulary: Vocabulary
    ) throws(Vocabulary.Failure) -> (query: AnalyzedText, corrections: [String: [String]]) {
        var corrections: [String: [String]] = [:]
        let query = try corrected(by: vocabulary, &corrections)
        return (query, corrections)
    }

    private func corrected<Vocabulary: WordVocabulary>(
        by vocabulary: Vocabulary, _ corrections: inout [String: [String]]
    ) throws(Vocabulary.Failure) -> AnalyzedText {
        switch self {
        case .term(let term):
            guard term.words.count == 1, term.match != .part, let word = term.words.first,
                let typo = Typo(of: word, in: term.match)
            else { return self }
            guard try !vocabulary.contains(word, term.match) else { return self }
            let words = typo.nearest(try vocabulary.words { typo.explains($0) })
            guard !words.isEmpty else { return self }
            corrections[word] = words
            return .any(words.map { .term(Term([$0], .whole)) })
        case .all(let parts): return .all(try Self.corrected(parts, by: vocabulary, &corrections))
        case .any(let parts): return .any(try Self.corrected(parts, by: vocabulary, &corrections))
        case .not: return self
        }
    }

    private static func corrected<Vocabulary: WordVocabulary>(
        _ parts: [AnalyzedText], by vocabulary: Vocabulary, _ corrections: inout [String: [String]]
    ) throws(Vocabulary.Failure) -> [AnalyzedText] {
        var corrected: [AnalyzedText] = []
        for part in parts { corrected.append(try part.corrected(by: vocabulary, &corrections)) }
        return corrected
    }
}

/// A word that may have been typed with one letter added, left out, changed, or swapped with its neighbour.
package struct Typo: Sendable {
    /// How many words stand in for one at most: the nearest ones.
    package static let maximum = 50

    private let word: [UInt32]
    private let isPrefix: Bool

    /// `nil` for a word of fewer than four letters.
    package init?(of word: String, in match: AnalyzedText.Term.Match) {
        let scalars = word.unicodeScalars
        guard scalars.count(where: { !$0.properties.generalCategory.isMark }) >= 4 else { return nil }
        self.word = scalars.map(\.value)
        isPrefix = match == .prefix
    }

    /// Whether a word of the content, or its beginning where a prefix was typed, differs from what was typed by one
    /// letter at most.
    package func explains(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
        // A letter has four bytes at most; most words end here.
        if content.count + 4 < word.count { return false }
        if !isPrefix, content.count > (word.count + 1) * 4 { return false }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, content.count)) { memory in
            var count = 0
            var index = 0
            while index < content.count, let (scalar, length) = UTF8Reading.scalar(in: content, at: index) {
                memory[count] = scalar
                count += 1
                index += length
            }
            return explains(memory[..<count])
        }
    }

    private func explains(_ content: Slice<UnsafeMutableBufferPointer<UInt32>>) -> Bool {
        var same = 0
        while same < word.count, same < content.count, word[same] == content[same] { same += 1 }
        if same == word.count, isPrefix || same == content.count { return true }
        return meets(same + 1, same + 1, content) || meets(same, same + 1, content)
            || meets(same + 1, same, content)
            || (same + 1 < word.count && same + 1 < content.count
                && word[same] == content[same + 1] && word[same + 1] == content[same]
                && meets(same + 2, same + 2, content))
    }

    /// Whether the rest of what was typed is the rest of the content, or its beginning.
    private func meets(
        _ typed: Int, _ other: Int, _ content: Slice<UnsafeMutableBufferPointer<UInt32>>
    ) -> Bool {
        guard typed <= word.count, other <= content.count else { return false }
        let left = word.count - typed
        guard isPrefix ? content.count - other >= left : content.count - other == left else { return false }
        for offset in 0..<left where word[typed + offset] != content[other + offset] { return false }
        return true
    }

    /// Of the words that explain it the nearest ones, the nearest first; equally near ones in the order of their bytes.
    package func nearest(_ words: [String]) -> [String] {
        let ordered = words.map { (word: $0, distance: distance(of: $0)) }.sorted {
            $0.distance != $1.distance
                ? $0.distance < $1.distance : $0.word.utf8.lexicographicallyPrecedes($1.word.utf8)
        }
        return ordered.prefix(Self.maximum).map(\.word)
    }

    /// How many letters a whole word that explains it differs by. What was typed differs from the word's beginning by one
    /// letter at most, so it is that, and the letters behind the beginning.
    private func distance(of content: String) -> Int {
        max(1, abs(content.unicodeScalars.count - word.count))
    }

    /// Corrections of a word in groups by how many letters they differ by, the nearest first: one, two, more.
    package static func groups(of words: [String], for typed: String) -> [[String]] {
        guard let typo = Typo(of: typed, in: .prefix) else { return [words] }
        let groups = Dictionary(grouping: words) { min(3, typo.distance(of: $0)) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
