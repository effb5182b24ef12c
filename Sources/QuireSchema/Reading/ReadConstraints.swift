/// The constraints of a field, with their locations.
struct DeclaredConstraints {
    var values = Constraints()
    /// The keys in their order.
    var locations: [(key: Key, location: SourceLocation)] = []

    func location(of key: Key) -> SourceLocation? { locations.first { $0.key == key }?.location }
}

extension DocumentReader {
    /// The greatest length and number of items that a constraint can name.
    static let greatestLength: Int64 = 1_000_000_000

    /// Reads the constraints of a field, or `nil` if it has none.
    func readConstraints(_ members: Members) -> DeclaredConstraints? {
        guard members.hasAny(of: Key.constraintKeys) else { return nil }
        var declared = DeclaredConstraints()
        declared.values.unique = boolean(members, .unique)
        declared.values.minimum = bound(members, .minimum)
        declared.values.maximum = bound(members, .maximum)
        declared.values.minLength = length(members, .minLength)
        declared.values.maxLength = length(members, .maxLength)
        declared.values.minItems = length(members, .minItems)
        declared.values.maxItems = length(members, .maxItems)
        declared.values.pattern = text(members, .pattern)
        for entry in members.entries where Key.constraintKeys.contains(entry.key) {
            if entry.key == .unique, !declared.values.unique { continue }
            declared.locations.append((entry.key, entry.value.location))
        }
        return declared
    }

    private func bound(_ members: Members, _ key: Key) -> NumberBound? {
        guard let value = members[key] else { return nil }
        if let integer = value.integer { return .integer(integer) }
        if let number = value.number { return .number(number) }
        reportType(of: value, "\(quoted(key.name)) must be a number")
        return nil
    }

    private func length(_ members: Members, _ key: Key) -> Int? {
        guard let value = members[key] else { return nil }
        guard let integer = value.integer else {
            reportType(of: value, "\(quoted(key.name)) must be a whole number")
            return nil
        }
        guard (0...DocumentReader.greatestLength).contains(integer) else {
            diagnostics.error(
                .invalidConstraint, "\(quoted(key.name)) must be from 0 to \(DocumentReader.greatestLength)",
                at: value.location)
            return nil
        }
        return Int(integer)
    }
}
