import QuireSchema

extension SchemaComparison {
    /// Compares the constraints of a field. Each change is either tighter or looser; a field can have both.
    mutating func compareConstraints(_ before: DeclaredField, _ after: DeclaredField, path: String) {
        let (old, new) = (before.field, after.field)
        guard old.constraints != new.constraints else { return }
        let changes = ConstraintChanges(old.constraints, new.constraints)
        if !changes.tighter.isEmpty {
            add(
                Change(
                    kind: .constraintsTightened, paths: [path],
                    message: changes.tighter.joined(separator: ", "), old: old.nameLocation,
                    new: new.nameLocation,
                    wire: .risky("apps with the old schema write values that the new one refuses"),
                    stored: .risky("values that break it are kept and can be read, but not written again"),
                    remedy: "Correct the content first, and release apps that keep the constraint."))
        }
        if !changes.looser.isEmpty {
            add(
                Change(
                    kind: .constraintsLoosened, paths: [path],
                    message: changes.looser.joined(separator: ", "),
                    old: old.nameLocation, new: new.nameLocation))
        }
    }
}

/// The differences between the constraints of a field, in words.
private struct ConstraintChanges {
    private(set) var tighter: [String] = []
    private(set) var looser: [String] = []

    init(_ old: Constraints, _ new: Constraints) {
        if old.unique != new.unique {
            if new.unique { tighter.append("made unique") } else { looser.append("no longer unique") }
        }
        let isLess: (NumberBound, NumberBound) -> Bool = { $0.isBelow($1) }
        compare("minimum", from: old.minimum, to: new.minimum) { isLess($0, $1) }
        compare("maximum", from: old.maximum, to: new.maximum) { isLess($1, $0) }
        compare("minLength", from: old.minLength, to: new.minLength) { $0 < $1 }
        compare("maxLength", from: old.maxLength, to: new.maxLength) { $0 > $1 }
        compare("minItems", from: old.minItems, to: new.minItems) { $0 < $1 }
        compare("maxItems", from: old.maxItems, to: new.maxItems) { $0 > $1 }
        // Which of two patterns matches more is not decided.
        compare("pattern", from: old.pattern.map(shown), to: new.pattern.map(shown)) { _, _ in true }
    }

    /// - Parameter isTighter: Whether the second value accepts less than the first.
    private mutating func compare<Value: Equatable>(
        _ name: String, from old: Value?, to new: Value?, isTighter: (Value, Value) -> Bool
    ) {
        switch (old, new) {
        case (nil, let new?): tighter.append("\(name) \(new) added")
        case (let old?, nil): looser.append("\(name) \(old) removed")
        case (let old?, let new?) where old != new:
            let text = "\(name) changed from \(old) to \(new)"
            if isTighter(old, new) { tighter.append(text) } else { looser.append(text) }
        default: break
        }
    }
}
