import QuireSchema
import QuireTerminal

extension CollectionFields {
    /// Whether a field has a name that Quire takes for what it derives from items. Reports it.
    mutating func isDerived(_ name: String, _ location: SourceLocation) -> Bool {
        guard name.hasPrefix("q_") else { return false }
        notes.warn(
            "\(quoted(name)) begins with 'q_', as what Quire derives from items; skipped", at: location)
        return true
    }

    /// A date, if the documents and the name of a field say that its integers or texts are dates.
    ///
    /// - Parameter values: The figures about single values.
    mutating func sampledDate(
        _ type: ImportedType, _ node: (name: String, path: String), _ values: FieldProfile?,
        _ location: SourceLocation
    ) -> ImportedType? {
        guard let values, values.count > 0 else { return nil }
        var found: ImportedType?
        var reason = ""
        switch type {
        case .named("integer") where values.integers == values.count:
            guard let range = values.range,
                let date = TypeProposer(options: ProposalOptions()).epoch(node.name, range)
            else { return nil }
            (found, reason) = (date.type, date.reason)
        case .named("text") where values.texts.count == values.count:
            guard let format = SampledDates.format(of: values.texts) else { return nil }
            found =
                format == .dateOnly
                ? .date("date", format: "dateOnly") : .date("dateTime", format: "rfc3339")
            reason = "its texts are dates"
        default: return nil
        }
        guard let found else { return nil }
        notes.warn(
            "\(quoted(node.path)) holds dates in \(Text.count(values.count, "value")); imported as "
                + "\(quoted(found.label)), \(reason)", at: location)
        return found
    }

    /// A relation, if the name of a field names a module and the documents hold ids of its items.
    ///
    /// - Parameter values: The figures about single values.
    mutating func sampledRelation(
        _ node: (name: String, path: String), _ values: FieldProfile?, in module: String,
        _ location: SourceLocation
    ) -> ImportedType? {
        guard let values, values.texts.count > 0, values.texts.count == values.count else { return nil }
        let words = NameWords(node.name)
        for target in targets.modules where target != module {
            guard RelationFinder.names(words.stem ?? words.words, target) else { continue }
            guard let ids = targets.ids(of: target) else {
                if words.stem != nil {
                    notes.warn(
                        "\(quoted(node.path)) may refer to \(quoted(target)), whose ids are not in its documents; imported "
                            + "as texts. If it does, make it a relation", at: location)
                }
                continue
            }
            let distinct = Set(values.texts.distinct.counts.keys)
            let found = distinct.intersection(ids.texts).count
            guard found > 0, !ids.areAll || found * 2 >= distinct.count else { continue }
            notes.warn(
                "\(quoted(node.path)) is imported as a relation to \(quoted(target)), by its name: "
                    + "\(found) of \(Text.count(distinct.count, "value")) \(found == 1 ? "is an id" : "are ids") of "
                    + "\(Text.count(ids.texts.count, "document"))", at: location)
            return .relation(module: target)
        }
        return nil
    }
}
