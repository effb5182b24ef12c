import QuireTerminal

/// Finds ids of other modules inside objects and lists. They are no relations, but `--lift` makes them one.
struct NestedIDFinder {
    let modules: [ModuleProfile]
    let lifts: [Lift]

    /// A line for each path to ids of another module.
    func notes(of index: Int) -> [String] {
        var notes: [String] = []
        for field in modules[index].items.fields { visit(field, [field.name], index, &notes) }
        return notes
    }

    private func visit(_ field: FieldProfile, _ path: [String], _ index: Int, _ notes: inout [String]) {
        if path.count > 1, let note = note(field, path, index) { notes.append(note) }
        var holders = [field]
        if field.lists > 0 { holders.append(field.element) }
        if field.cells.forms.contains(.container), field.cells.values > 0 {
            holders.append(field.container)
            if field.container.lists > 0 { holders.append(field.container.element) }
        }
        for holder in holders where holder.objects > 0 {
            for member in holder.members.fields where !member.name.contains(".") {
                visit(member, path + [member.name], index, &notes)
            }
        }
    }

    private func note(_ field: FieldProfile, _ path: [String], _ index: Int) -> String? {
        let words = NameWords(field.name)
        let isBare = ["id", "ids", "uuid", "key"].contains(words.joined)
        let stem = isBare ? NameWords(path[path.count - 2]).words : words.stem ?? words.words
        guard !lifts.contains(where: { $0.path == path }) else { return nil }
        let values = field.lists > 0 ? field.element : field
        let counts = [values.texts.distinct, values.cells.distinct, values.numbers].flatMap(\.counts)
        let total = counts.reduce(0) { $0 + $1.value }
        guard total > 0 else { return nil }
        var best: (target: Int, found: Int)?
        for (target, other) in modules.enumerated() where target != index {
            guard let ids = other.ids.chosen else { continue }
            let isNamed = RelationFinder.names(stem, other.name)
            guard isNamed || (isBare || words.stem != nil) && counts.count > 2 else { continue }
            let found = counts.reduce(0) { $0 + (ids.hashes.contains(IDProfile.hash($1.key)) ? $1.value : 0) }
            guard isNamed ? found * 2 >= total : found * 100 >= total * 95, found > best?.found ?? 0 else {
                continue
            }
            if !isNamed, matchByChance(counts.map(\.key), ids) { continue }
            best = (target, found)
        }
        guard let best else { return nil }
        let module = modules[best.target].name
        let isTaken = modules[index].items.field(module) != nil
        let keys = path.joined(separator: ".")
        let option = "--lift \(keys)=" + (isTaken ? "\(path.joined(separator: "_")):\(module)" : module)
        return
            "\(modules[index].name).\(keys): \(Text.count(best.found)) of \(Text.count(total)) values are ids of \(module); "
            + "\(option) makes them a relation"
    }

    /// Whether most numbers between the smallest and the greatest are ids, so that other numbers would match too.
    private func matchByChance(_ values: [String], _ ids: IDProfile.Candidate) -> Bool {
        let numbers = values.compactMap(CellText.integer)
        guard numbers.count == values.count, let least = numbers.min(), let most = numbers.max() else {
            return false
        }
        let steps = Swift.min(1_000, most.subtractingReportingOverflow(least).partialValue.magnitude) + 1
        let matching = (0..<steps).count { step in
            let number =
                least + Int64((Double(step) / Double(steps) * (Double(most) - Double(least))).rounded())
            return ids.hashes.contains(IDProfile.hash(String(number)))
        }
        return matching * 2 >= Int(steps)
    }
}
