extension SchemaResolver {
    /// The operators of a field: the listed ones that the type allows, otherwise the type's default.
    func resolveOperators(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) -> [Operator] {
        guard let listed = declared.operators else {
            // The defaults are already in order.
            let operators = type.defaultOperators(base: base)
            return declared.field.required ? operators : operators + [.isNull]
        }
        var operators: [Operator] = []
        let allowed = type.allowedOperators(base: base)
        for item in listed {
            if allowed.contains(item.value) {
                operators.append(item.value)
            } else {
                reportNotAllowed(item, type: type, allowed: allowed)
            }
        }
        if !declared.field.required { operators.append(.isNull) }
        var ordered: [Operator] = []
        for value in Operator.allCases where operators.contains(value) { ordered.append(value) }
        return ordered
    }

    private func reportNotAllowed(_ item: LocatedOperator, type: FieldType, allowed: [Operator]) {
        let what =
            "the operator \(quoted(item.value.rawValue)) does not fit the type \(quoted(type.spelling))"
        if allowed.isEmpty {
            diagnostics.error(.operatorNotAllowed, what + "; it has none", at: item.location)
            return
        }
        var hint = "; expected \(oneOf(allowed.map(\.rawValue)))"
        if item.value == .equal, allowed.contains(.contains) {
            hint += " ('contains' finds an equal element)"
        }
        diagnostics.error(.operatorNotAllowed, what + hint, at: item.location)
    }
}

extension FieldType {
    /// The type as shown in messages: `list of text`.
    var spelling: String {
        if case .list(let element) = self { return "list of " + element.name }
        return name
    }
}
