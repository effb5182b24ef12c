import QuireCore

extension FieldTypeDescription {
    /// The type with the rules that HALO has for the constraints of a field: `isLength` and `matches`.
    func adding(_ constraints: FieldConstraints?) -> FieldTypeDescription {
        guard let constraints else { return self }
        var type = self
        if constraints.minLength != nil || constraints.maxLength != nil {
            var least = constraints.minLength ?? 0
            var most = constraints.maxLength
            // The type's own limit holds too.
            if let index = type.rules.firstIndex(where: { $0.rule == "isLength" }) {
                type.rules.remove(at: index)
                most = min(most ?? Self.longestText, Self.longestText)
                least = min(least, Self.longestText)
            }
            let params = [.integer(Int64(least))] + (most.map { [JSONValue.integer(Int64($0))] } ?? [])
            type.rules.append(("isLength", params, 10))
        }
        if let pattern = constraints.pattern { type.rules.append(("matches", [.string(pattern.source)], 1)) }
        return type
    }
}

extension FieldConstraints {
    /// The constraints with their keys in the schema, for the field's `format`. HALO has no such key.
    var json: JSONValue {
        .object(
            all.map { constraint in
                let value: JSONValue =
                    switch constraint {
                    case .unique: .boolean(true)
                    case .minimum(.integer(let bound)), .maximum(.integer(let bound)): .integer(bound)
                    case .minimum(.number(let bound)), .maximum(.number(let bound)): .number(bound)
                    case .minLength(let count), .maxLength(let count), .minItems(let count),
                        .maxItems(let count):
                        .integer(Int64(count))
                    case .pattern(let source): .string(source)
                    }
                return JSONValue.Member(constraint.name, value)
            })
    }
}
