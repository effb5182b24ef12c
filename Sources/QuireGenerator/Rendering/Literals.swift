import QuireSchema

/// Writes text from the schema as literals, so that it can never become code.
package enum Literals {
    /// A Swift string literal.
    package static func string(_ text: String) -> String {
        if isPlain(text) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if shows(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            }
        }
        return result + "\""
    }

    /// A JSON string for a raw Swift literal: a backslash is only followed by `u`, and there are no quotation marks
    /// except the two around the text.
    static func json(_ text: String) -> String {
        if isPlain(text) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar != "\"", scalar != "\\", shows(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        for byte in text.utf8 {
            if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { return false }
        }
        return true
    }

    /// Whether a character is visible in an editor.
    static func shows(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default:
            return true
        }
    }
}

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
