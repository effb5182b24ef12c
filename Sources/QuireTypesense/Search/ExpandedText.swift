import QuireEngine
import QuireText

extension AnalyzedText {
    /// The text in a form that filters can express: among alternatives, a prefix becomes the words of the vocabulary that
    /// begin with it, initials become the form that is indexed for them, and the words of other phrases may stand apart.
    ///
    /// A prefix without alternatives stays, because `q` can look for it.
    func expanded(by vocabulary: SortedWords) -> AnalyzedText {
        expanded(by: vocabulary, isAlternative: false)
    }

    /// The maximum number of words for one prefix.
    private static let mostWords = 1000

    private func expanded(by vocabulary: SortedWords, isAlternative: Bool) -> AnalyzedText {
        switch self {
        case .all(let parts):
            return .all(parts.map { $0.expanded(by: vocabulary, isAlternative: isAlternative) })
        case .any(let parts):
            let used =
                isAlternative
                ? parts : parts.prefix(1) + parts.dropFirst().filter { !$0.isUnknownWord(in: vocabulary) }
            if used.count == 1, case .term(let term) = used[0], term.words.count == 1 {
                return used[0].expanded(by: vocabulary, isAlternative: isAlternative)
            }
            var words: [AnalyzedText] = []
            var seen: Set<AnalyzedText> = []
            for part in used {
                let expanded = part.expanded(by: vocabulary, isAlternative: true)
                let own: [AnalyzedText] = if case .any(let inner) = expanded { inner } else { [expanded] }
                words += own.filter { seen.insert($0).inserted }
            }
            return .any(words)
        case .not: return self
        case .term(let term):
            guard isAlternative, term.match != .part else { return self }
            if term.words.count > 1 {
                if term.match == .whole, term.words.allSatisfy({ $0.count == 1 }) {
                    return .term(Term([term.words.joined()], .whole))
                }
                let last = AnalyzedText.term(Term(term.words.suffix(1), term.match))
                return .all(
                    term.words.dropLast().map { .term(Term([$0], .whole)) }
                        + [last.expanded(by: vocabulary, isAlternative: true)])
            }
            guard term.match == .prefix else { return self }
            let words = vocabulary.beginning(with: term.words[0]).prefix(Self.mostWords)
            return .any(words.map { .term(Term([$0], .whole)) })
        }
    }

    /// Whether the text is one word that the vocabulary does not have.
    private func isUnknownWord(in vocabulary: SortedWords) -> Bool {
        guard case .term(let term) = self, term.match != .part, let word = term.words.last else {
            return false
        }
        let completions = vocabulary.beginning(with: term.words.count > 1 ? term.words.joined() : word)
        guard term.words.count == 1 else {
            // Initials are indexed as one word; other phrases may stand anywhere.
            return term.words.allSatisfy { $0.count == 1 } && completions.first != term.words.joined()
        }
        return term.match == .prefix
            ? completions.isEmpty : completions.first.map { !$0.utf8.elementsEqual(word.utf8) } ?? true
    }
}
