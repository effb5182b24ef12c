import QuireTerminal

/// Proposes the type of a column. A column gets a type only if its values give every cell back, or the report says what
/// they do not.
struct CellTypeProposer {
    let field: FieldProfile
    let proposer: TypeProposer
    let depth: Int

    private var texts: TextProfile { field.cells }
    private var words: NameWords { NameWords(field.name) }

    func proposal() -> TypeProposal {
        let forms = texts.forms
        let words = words
        if texts.values == 0 {
            return TypeProposal(.named("text"), "no values but \(list(texts.distinct.sorted))")
        }
        if texts.numbers.looksNumeric, words.contains(anyOf: NameHints.identifiers) {
            return TypeProposal(.named("text"), "digits of an identifier, by its name")
        }
        if forms.contains(.zeroOne), isFlag { return proposal(.named("boolean"), "0 and 1") }
        if forms.contains(.integer) {
            if let range = texts.range, let date = proposer.epoch(field.name, range) {
                return proposal(date.type, date.reason)
            }
            return proposal(.named("integer"))
        }
        if texts.numbers.isNumber { return proposal(.named("number"), texts.numbers.style ?? "") }
        if forms.contains(.boolean), let pair = booleans { return proposal(.named("boolean"), list(pair)) }
        if texts.empties < texts.count {
            if forms.contains(.container) {
                var inner = proposer.proposal(for: field.container, depth: depth)
                inner.blanks = texts.empties
                inner.reason = "JSON in cells" + (inner.reason.isEmpty ? "" : "; \(inner.reason)")
                return inner
            }
            if let point { return point }
        }
        if let doubt = texts.numbers.doubt { return kept(doubt.0.text(doubt.example)) }
        var note: String?
        if let separated = SeparatedListProposer(field: field, proposer: proposer).proposal(note: &note) {
            return separated
        }
        var other = proposer.special(field, texts) ?? proposer.plain(field, texts: texts, words: words)
        if case .date = other.type, texts.blanks > 0 { other.add(blanks) }
        if let note { other.add(note) }
        return other
    }

    /// A type whose cells may be words for "no value".
    private func proposal(_ type: ImportedType, _ reason: String = "") -> TypeProposal {
        var proposal = TypeProposal(type, reason, blanks: texts.blanks)
        if texts.blanks > 0 { proposal.add(blanks) }
        return proposal
    }

    /// `3 cells without a value: "-", "N/A"`
    private var blanks: String {
        let blanks = texts.distinct.sorted.filter { !$0.isEmpty && CellText.isBlank($0) }
        let words = blanks.isEmpty ? "" : ", as " + blanks.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return "\(Text.count(texts.blanks, "cell")) without a value\(words)"
    }

    private func kept(_ reason: String) -> TypeProposal {
        TypeProposal(.named("text"), "kept as texts because \(reason)")
    }

    /// `a, b, c`, shortened.
    private func list(_ texts: [String]) -> String {
        texts.prefix(4).map { $0.isEmpty ? "empty texts" : $0 }.joined(separator: ", ")
    }

    // MARK: - Booleans

    private var isFlag: Bool {
        NameHints.booleans.contains(words.first) || NameHints.flags.contains(words.last)
    }

    /// The words for true and false, if each has one spelling.
    private var booleans: [String]? {
        let spellings = texts.distinct.sorted.filter { !CellText.isBlank($0) }
        let yes = spellings.filter { CellText.boolean($0) == true }
        let no = spellings.filter { CellText.boolean($0) == false }
        guard yes.count <= 1, no.count <= 1, let word = spellings.first else { return nil }
        guard let yes = yes.first, let no = no.first else {
            // One word alone may be anything: NO is Norway.
            return isFlag || ["true", "false"].contains(word.lowercased()) ? [word] : nil
        }
        let pair = [yes.lowercased(), no.lowercased()]
        if pair == ["true", "false"] { return [yes, no] }
        func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
        let isWritten =
            [yes, no] == pair || [yes, no] == pair.map { $0.uppercased() }
            || [yes, no] == pair.map(capitalized)
        guard isWritten, !words.contains(anyOf: NameHints.codes) else { return nil }
        // ON is Ontario.
        let isClear = [["yes", "no"], ["y", "n"], ["t", "f"]].contains(pair)
        return isClear || isFlag && [["on", "off"], ["1", "0"]].contains(pair) ? [yes, no] : nil
    }

    // MARK: - Places

    private var point: TypeProposal? {
        let forms = texts.forms
        guard forms.contains(.point) || forms.contains(.reversedPoint) else { return nil }
        guard let order = PlaceName.order(field.name) else {
            return kept(
                "the name does not say that two numbers are a place; --type \(field.name)=geopoint reads them as one"
            )
        }
        guard forms.contains(order == .latitudeFirst ? .point : .reversedPoint) else {
            return kept("not all pairs are a latitude and a longitude")
        }
        return TypeProposal(
            .named("geopoint"),
            order == .latitudeFirst
                ? "latitude and longitude in degrees" : "longitude and latitude in degrees",
            blanks: texts.empties)
    }
}
