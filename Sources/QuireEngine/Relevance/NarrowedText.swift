import QuireText

/// A narrower text that finds the items that can come first, if a query finds very many.
package enum NarrowedText: Sendable, Hashable {
    /// The words one after another.
    case phrase(AnalyzedText.Term)
    /// A field that begins with the first word.
    case beginning(AnalyzedText.Term)
    /// All words are in the field with the greatest weight, given by its number.
    case field(Int, [AnalyzedText.Term])

    /// - Parameter weights: The weights of the searched fields.
    package static func all(_ pattern: TextPattern, _ weights: [Double]) -> [NarrowedText] {
        let terms = pattern.words.map(\.term)
        guard let first = terms.first, pattern.words.allSatisfy({ $0.isFlexible && $0.text != nil }),
            !pattern.hasChoices
        else { return [] }
        var texts: [NarrowedText] = []
        if let last = terms.last, terms.count > 1, terms.dropLast().allSatisfy({ $0.match == .whole }) {
            texts.append(.phrase(AnalyzedText.Term(terms.flatMap(\.words), last.match)))
        }
        texts.append(.beginning(first))
        if let greatest = weights.max(), weights.count(where: { $0 == greatest }) == 1, weights.count > 1,
            let field = weights.firstIndex(of: greatest)
        {
            texts.append(.field(field, terms))
        }
        return texts
    }
}
