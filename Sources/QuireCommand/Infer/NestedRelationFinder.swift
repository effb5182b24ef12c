import QuireGenerator
import QuireShared
import QuireTerminal

/// Finds ids of other modules inside objects and lists.
struct NestedRelationFinder {
    struct Relation {
        var type: ImportedType
        /// `1,107 of 1,107 values are ids of artists`
        var share: String
    }

    let modules: [ModuleProfile]
    /// The module that holds the objects.
    let holder: Int

    /// The relation of a member, if its values are ids of one other module: half of them if its name or the name of its
    /// object says so, otherwise nearly all.
    ///
    /// - Parameter path: The names from the field to the member.
    func relation(of member: FieldProfile, at path: [String]) -> Relation? {
        let isList = member.lists > 0
        let values = isList ? member.element : member
        guard values.booleans + values.objects + values.lists == 0, values.fractions == values.wholeFractions,
            !isList || member.lists == member.count,
            // Values in HALO's form are loaded as they are, and ids are texts there.
            values.numberCount == 0 || !modules[holder].files.contains(where: { $0.form == .instance })
        else { return nil }
        let words = NameWords(member.name)
        let isBare = ["id", "ids", "uuid", "key"].contains(words.joined)
        let stem = isBare ? NameWords(path.dropLast().last ?? "").words : words.stem ?? words.words
        let counts = [values.texts.distinct, values.cells.distinct, values.numbers].flatMap(\.counts)
        let total = counts.reduce(0) { $0 + $1.value }
        guard total > 0 else { return nil }
        var best: (target: Int, matchCount: Int)?
        for (target, other) in modules.enumerated() where target != holder {
            guard let ids = other.ids.chosen else { continue }
            let isNamed = RelationFinder.names(stem, other.name)
            guard isNamed || (isBare || words.stem != nil) && counts.count > 2 else { continue }
            let matchCount = counts.reduce(0) {
                $0 + (ids.hashes.contains(StableHash($1.key).value) ? $1.value : 0)
            }
            guard RelationFinder.suffices(matchCount, of: total, isNamed: isNamed),
                matchCount > best?.matchCount ?? 0
            else { continue }
            if !isNamed, matchByChance(counts.map(\.key), ids) { continue }
            best = (target, matchCount)
        }
        guard let best else { return nil }
        let module = modules[best.target].name
        return Relation(
            type: isList ? .relations(module: module) : .relation(module: module),
            share: "\(Text.count(best.matchCount)) of \(Text.count(total)) values are ids of \(module)")
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
            return ids.hashes.contains(StableHash(String(number)).value)
        }
        return matching * 2 >= Int(steps)
    }
}
