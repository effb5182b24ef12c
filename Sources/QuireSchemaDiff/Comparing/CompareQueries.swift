import QuireSchema

extension SchemaComparison {
    /// Compares what queries can do with a field.
    mutating func compareQueries(
        _ before: FieldDeclaration, _ after: FieldDeclaration, path: String, comparesOperators: Bool
    ) {
        let (old, new) = (before.field, after.field)
        let change = Change(
            kind: .operatorsChanged, paths: [path], message: "", old: old.nameLocation, new: new.nameLocation)
        if comparesOperators { compareOperators(old, with: new, template: change) }
        if old.sortable != new.sortable {
            var change = change
            change.kind = .sortableChanged
            change.message = new.sortable ? "made sortable" : "no longer sortable"
            if !new.sortable { change.source = .breaking("sorting by it no longer compiles") }
            setIndex(of: &change, old) { $0.sortable = new.sortable }
            add(change)
        }
        if old.facet != new.facet {
            var change = change
            change.kind = .facetChanged
            change.message =
                "facet changed from \(old.facet?.rawValue ?? "none") to \(new.facet?.rawValue ?? "none")"
            if new.facet == nil {
                change.source = .breaking("counting its values no longer compiles")
            } else if old.facet != nil {
                change.source = .risky("the code compiles, but chosen values combine in another way")
            }
            setIndex(of: &change, old) { $0.facet = new.facet }
            add(change)
        }
        if old.searchable != new.searchable {
            var change = change
            change.kind = .searchableChanged
            switch (old.searchable, new.searchable) {
            case (nil, _): change.message = "made searchable"
            case (_, nil):
                change.message = "no longer searchable"
                change.source = .breaking("searching in it no longer compiles")
            case (let weight?, let other?):
                change.message = "the search weight changed from \(weight) to \(other)"
            }
            setIndex(of: &change, old) { $0.searchable = new.searchable }
            add(change)
        }
        if old.localized != new.localized {
            var change = change
            change.kind = .localizedChanged
            change.message = new.localized ? "made localized" : "no longer localized"
            change.wire = .risky("a value for each locale, or one for all, is expected by apps of one schema")
            setIndex(of: &change, old) { $0.localized = new.localized }
            add(change)
        }
    }

    private mutating func compareOperators(_ old: Field, with new: Field, template: Change) {
        // Optional fields have `isNull` by themselves.
        let before = old.operators.filter { $0 != .isNull }
        let after = new.operators.filter { $0 != .isNull }
        let lost = before.filter { !after.contains($0) }.map(\.rawValue)
        let gained = after.filter { !before.contains($0) }.map(\.rawValue)
        guard !lost.isEmpty || !gained.isEmpty else { return }
        var change = template
        var parts: [String] = []
        if !gained.isEmpty { parts.append("operators added: \(gained.joined(separator: " "))") }
        if !lost.isEmpty {
            parts.append("operators removed: \(lost.joined(separator: " "))")
            change.source = .breaking("filters with \(lost.joined(separator: " ")) no longer compile")
            change.remedy = "Keep the operators until no app uses them."
        }
        change.message = parts.joined(separator: "; ")
        add(change)
    }

    /// Sets whether one property of a field changes the documents of its collections.
    private func setIndex(of change: inout Change, _ field: Field, _ edit: (inout Field) -> Void) {
        var edited = field
        edit(&edited)
        guard IndexedShape(edited, oldTypes) != IndexedShape(field, oldTypes) else { return }
        change.index = .rebuild
        if change.remedy == nil { change.remedy = .rebuild }
    }
}
