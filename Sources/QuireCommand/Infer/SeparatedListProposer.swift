import QuireTerminal

/// Proposes a list for a column whose cells separate several elements with a character.
struct SeparatedListProposer {
    let field: FieldProfile
    let proposer: TypeProposer

    /// - Parameter note: Why cells with a separator are no lists, for the report.
    func proposal(note: inout String?) -> TypeProposal? {
        let words = NameWords(field.name)
        let separators = field.cells.separators
        guard let separator = separators.separator, field.cells.withNewline == 0, field.cells.empties == 0,
            !NameHints.notChoices.contains(words.last), !NameHints.prose.contains(words.last)
        else { return nil }
        let share = separators.count(separator)
        let isNamed = NameHints.commaLists.contains(words.last) || Self.isPlural(words.last)
        if separator == UInt8(ascii: ",") {
            guard NameHints.commaLists.contains(words.last), share * 5 >= field.cells.values else {
                return nil
            }
        } else {
            guard isNamed || share >= 2 && share * 10 >= field.cells.values else { return nil }
        }
        // Sentences contain separators too.
        guard field.cells.length / max(1, field.cells.count) <= 200 else { return nil }
        let mark = Character(Unicode.Scalar(separator))
        if let cell = separators.irregularCell(separator) {
            note = "no list, because '\(cell)' has an empty element or other spaces than the others"
            return nil
        }
        guard let element = elements(separator) else { return nil }
        if separator == UInt8(ascii: ","), NameHints.people.contains(words.last), !hasFullNames(element) {
            note =
                "no list, because a comma may stand between last and first names; --type \(field.name)=list reads lists"
            return nil
        }
        if !isNamed, !isVocabulary(element) {
            note =
                "\(Text.count(share)) of \(Text.count(field.cells.values)) cells contain '\(mark)'; "
                + "--type \(field.name)=list reads them as lists"
            return nil
        }
        var proposal = type(of: element)
        proposal.add(
            "\(Text.count(share)) of \(Text.count(field.cells.values)) cells have several elements with \"\(mark)\""
        )
        if separators.hasMixedSpaces(separator) { proposal.add("spaces after it are dropped") }
        return proposal
    }

    private func type(of element: FieldProfile) -> TypeProposal {
        if field.cells.distinct.isOverflowing { return TypeProposal(.list(of: "text")) }
        if element.cells.blanks == 0 {
            if element.cells.forms.contains(.integer) { return TypeProposal(.list(of: "integer")) }
            if element.cells.numbers.isNumber { return TypeProposal(.list(of: "number")) }
        }
        if let values = proposer.choices(of: element.cells, NameWords(field.name)) {
            return TypeProposal(.choices(values), "\(values.count) values")
        }
        return TypeProposal(.list(of: "text"))
    }

    /// The profile of the elements. `nil` if they are sentences.
    private func elements(_ separator: UInt8) -> FieldProfile? {
        let element = FieldProfile(name: field.name)
        for (cell, count) in field.cells.distinct.counts.sorted(by: { $0.key < $1.key }) {
            for part in ListSeparator.elements(of: cell, separator: separator) {
                if part.utf8.count > 80 || part.utf8.count(where: { $0 == 0x20 }) > 7 { return nil }
                for _ in 0..<min(count, 20) { element.add(.cell(part), line: field.firstLine) }
            }
        }
        return element
    }

    /// Whether the elements repeat, as those of lists do.
    private func isVocabulary(_ element: FieldProfile) -> Bool {
        let distinct = element.cells.distinct
        return !distinct.isOverflowing && element.cells.count >= 10
            && distinct.count * 2 <= element.cells.count
            && element.cells.words <= 3 * element.cells.count
    }

    private func hasFullNames(_ element: FieldProfile) -> Bool {
        element.cells.words - element.cells.count >= element.cells.count / 2
    }

    private static func isPlural(_ word: String) -> Bool {
        ["list", "set", "array"].contains(word) || word.utf8.count > 3 && NameWords.singular(word) != word
    }
}
