/// Finds the terms that begin at a word of a text by a lookup, independent of the number of terms.
struct TermFinder {
    private typealias Found = (word: Int, term: AnalyzedText.Term)

    /// Single whole words, and phrases by their first word.
    private var whole: [String: [Found]] = [:]
    /// Single words that match by a prefix or a substring.
    private var partial: [Found] = []

    init(_ groups: [[AnalyzedText.Term]]) {
        for (word, terms) in groups.enumerated() {
            for term in terms {
                guard let first = term.words.first else { continue }
                if term.words.count > 1 || term.match == .whole {
                    whole[first, default: []].append((word, term))
                } else {
                    partial.append((word, term))
                }
            }
        }
    }

    /// Calls the body with the terms that begin at a word or form, each with the index of its last one.
    func forEachTerm(
        at index: Int, _ place: Int, _ forms: [WordForm], _ places: [Range<Int>],
        _ body: (_ word: Int, _ last: Int) -> Void
    ) {
        let text = forms[index].word
        for (word, term) in partial where term.match.isMet(by: text, term.words[0]) { body(word, index) }
        for (word, term) in whole[text] ?? [] {
            if term.words.count == 1 {
                body(word, index)
            } else if let last = Self.last(of: term, place, forms, places) {
                body(word, last)
            }
        }
    }

    /// The last word of a phrase whose first word is at a position; `nil` if the other words do not follow.
    private static func last(
        of term: AnalyzedText.Term, _ place: Int, _ forms: [WordForm], _ places: [Range<Int>]
    ) -> Int? {
        var last: Int?
        for (offset, word) in term.words.enumerated().dropFirst() {
            guard place + offset < places.count else { return nil }
            let match = offset == term.words.count - 1 ? term.match : .whole
            last = places[place + offset].first { match.isMet(by: forms[$0].word, word) }
            if last == nil { return nil }
        }
        return last
    }
}
