import QuireSchema

/// The default arguments of an initializer.
struct DefaultValues {
    let types: TypeNames
    let record: RecordPlan

    /// The expression; `nil` if the caller must provide a value.
    func expression(for field: FieldPlan) -> String? {
        if let value = field.field.defaultValue,
            let expression = expression(value, type: field.field.type, field: field)
        {
            return expression
        }
        if field.type.isOptional { return "nil" }
        if field.type.isArray, !field.field.required { return "[]" }
        return nil
    }

    private func expression(_ value: DefaultValue, type: FieldType, field: FieldPlan) -> String? {
        switch (value, type) {
        case (.list(let elements), .list(let element)):
            return list(elements) { expression($0, type: element, field: field) }
        case (.list(let elements), .choices(let choices)):
            return list(elements) { expression($0, type: .choice(choices), field: field) }
        case (_, .scalar):
            // The initializer of a scalar may fail.
            guard field.type.isOptional, let literal = literal(value) else { return nil }
            return "\(types.value(field.type).dropLast())(rawValue: \(literal))"
        case (.text(let raw), .choice):
            guard let choice = field.choice, let position = choice.positions[raw] else { return nil }
            let named = choice.values[position]
            // A deprecated value is not named, because the code would warn about itself.
            let isNamed = choice.isClosed || named.value.deprecated == nil
            return isNamed
                ? "." + ReservedNames.escaped(named.name) : ".init(rawValue: \(Literals.string(raw)))"
        default: return literal(value)
        }
    }

    private func list(_ elements: [DefaultValue], _ each: (DefaultValue) -> String?) -> String? {
        var expressions: [String] = []
        for element in elements {
            guard let expression = each(element) else { return nil }
            expressions.append(expression)
        }
        return "[" + expressions.joined(separator: ", ") + "]"
    }

    private func literal(_ value: DefaultValue) -> String? {
        switch value {
        case .text(let text): return Literals.string(text)
        case .integer(let number): return String(number)
        case .number(let number): return number.isFinite ? String(number) : nil
        case .boolean(let flag): return flag ? "true" : "false"
        case .date(let milliseconds):
            let seconds =
                milliseconds % 1000 == 0
                ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)
            return "\(types.date)(timeIntervalSince1970: \(seconds))"
        case .list: return nil
        }
    }
}
