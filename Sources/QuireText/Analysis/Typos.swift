/// The words of the searched fields. Query words are looked up here before they are corrected.
package protocol WordVocabulary {
    associatedtype Failure: Error

    /// Whether a word of the content matches.
    func contains(_ word: String, _ match: AnalyzedText.Term.Match) throws(Failure) -> Bool

    /// Returns the distinct words of the content that pass a test, in any order. The test receives folded UTF-8.
    func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) throws(Failure) -> [String]
}

extension AnalyzedText {
    /// Returns the query with unknown words replaced by words that differ by one letter, and the replacements.
    ///
    /// Only words of four or more letters are replaced. Words in phrases, under `not`, and in searches for parts of
    /// words stay as they are.
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

/// A word that may have been typed with one letter inserted, deleted, changed, or swapped with its neighbour.
package struct Typo: Sendable {
    /// The maximum number of corrections of one word. The nearest are kept.
    package static let maximum = 50

    private let word: [UInt32]
    private let isPrefix: Bool

    /// Returns `nil` for a word of fewer than four letters.
    package init?(of word: String, in match: AnalyzedText.Term.Match) {
        let scalars = word.unicodeScalars
        guard scalars.count(where: { !$0.properties.generalCategory.isMark }) >= 4 else { return nil }
        self.word = scalars.map(\.value)
        isPrefix = match == .prefix
    }

    /// Whether a word of the content differs from the typed word by at most one letter. For a typed prefix, the
    /// beginning of the content word is compared.
    package func explains(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
        // A letter has at most four bytes. Most words fail here.
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
        return meets(same + 1, same + 1, in: content) || meets(same, same + 1, in: content)
            || meets(same + 1, same, in: content)
            || (same + 1 < word.count && same + 1 < content.count
                && word[same] == content[same + 1] && word[same + 1] == content[same]
                && meets(same + 2, same + 2, in: content))
    }

    /// Whether the rest of the typed word equals the rest of the content word, or its beginning.
    private func meets(
        _ typed: Int, _ other: Int, in content: Slice<UnsafeMutableBufferPointer<UInt32>>
    ) -> Bool {
        guard typed <= word.count, other <= content.count else { return false }
        let left = word.count - typed
        guard isPrefix ? content.count - other >= left : content.count - other == left else { return false }
        for offset in 0..<left where word[typed + offset] != content[other + offset] { return false }
        return true
    }

    /// Returns the nearest matching words, nearest first. Ties are ordered by their bytes.
    package func nearest(_ words: [String]) -> [String] {
        let ordered = words.map { (word: $0, distance: distance(of: $0)) }.sorted {
            $0.distance != $1.distance
                ? $0.distance < $1.distance : $0.word.utf8.lexicographicallyPrecedes($1.word.utf8)
        }
        return ordered.prefix(Self.maximum).map(\.word)
    }

    /// The number of letters by which a whole word differs. The typed word differs from the beginning by at most one
    /// letter. The letters after the beginning count as well.
    private func distance(of content: String) -> Int {
        max(1, abs(content.unicodeScalars.count - word.count))
    }

    /// Groups the corrections of a word by their distance, nearest first: one letter, two letters, more.
    package static func groups(of words: [String], for typed: String) -> [[String]] {
        guard let typo = Typo(of: typed, in: .prefix) else { return [words] }
        let groups = Dictionary(grouping: words) { min(3, typo.distance(of: $0)) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
