import QuireTerminal

/// Proposes what queries can do with a field: search, sort, facets, operators.
struct SettingsProposer {
    /// Sets the settings. Returns the reasons, for the report.
    static func apply(to field: inout ImportedField, profile: FieldProfile, items: Int) -> [String] {
        let words = NameWords(field.name)
        let texts = profile.cells.count > 0 ? profile.cells : profile.texts
        var reasons: [String] = []
        switch field.type {
        case .named("integer"), .named("number"), .date: field.isSortable = true
        case .named("boolean"): field.facet = "disjunctive"
        case .choice: field.facet = "disjunctive"
        case .choices: field.facet = "conjunctive"
        case .relation(module: _?), .relations(module: _?):
            if repeats(profile) { field.facet = "disjunctive" }
        case .named("longText"), .named("html"), .localized: field.searchWeight = 2
        case .list(of: "text"):
            field.searchWeight = 4
            let element = profile.element.texts
            if element.count >= 10, !element.distinct.isOverflowing,
                element.count >= 3 * element.distinct.count
            {
                field.facet = "disjunctive"
                reasons.append("facet: \(Text.count(element.distinct.count, "value"))")
            }
        case .named("text"): reasons += text(&field, texts, words: words, items: items)
        default: break
        }
        return reasons
    }

    private static func text(
        _ field: inout ImportedField, _ texts: TextProfile, words: NameWords, items: Int
    ) -> [String] {
        var reasons: [String] = []
        let isCode =
            texts.count > 0 && texts.forms.contains(.code) || words.contains(anyOf: NameHints.identifiers)
        if isCode || texts.count == 0 {
            if isCode { field.operators = ["=", "!=", "in", "!in", "hasPrefix"] }
            return []
        }
        if NameHints.titles.contains(words.last) {
            field.isSortable = true
            field.searchWeight = words.words.count == 1 ? 10 : 6
        } else {
            field.searchWeight = 4
        }
        let average = Double(texts.words * 10 / max(1, texts.count)) / 10
        reasons.append("searchable: \(average) words on average")
        if texts.levels * 2 >= texts.count {
            field.facet = "hierarchical"
            field.operators = ["=", "in", "hasPrefix"]
            reasons.append("facet: \(Text.count(texts.levels)) texts have levels")
        } else if !texts.distinct.isOverflowing, texts.count >= 20, texts.distinct.count * 5 <= texts.count {
            field.facet = "disjunctive"
            reasons.append("facet: \(Text.count(texts.distinct.count, "value"))")
        }
        return reasons
    }

    private static func repeats(_ profile: FieldProfile) -> Bool {
        [profile.texts, profile.cells, profile.element.texts].contains {
            $0.count >= 10 && !$0.distinct.isOverflowing && $0.count >= 2 * $0.distinct.count
        }
    }

    /// The field that ranks items which match a search equally well.
    static func popularity(of fields: [ImportedField]) -> String? {
        guard fields.contains(where: { $0.searchWeight != nil }) else { return nil }
        for hint in NameHints.popularity {
            let field = fields.first {
                guard case .named(let type) = $0.type, type == "integer" || type == "number" else {
                    return false
                }
                return NameWords($0.name).joined == hint
            }
            if let field { return field.name }
        }
        return nil
    }
}
