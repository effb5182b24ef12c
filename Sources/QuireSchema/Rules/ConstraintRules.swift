import QuireShared

extension SchemaResolver {
    /// Checks that the constraints fit the field's type and each other.
    ///
    /// - Returns: The constraints, without those that were reported.
    func resolveConstraints(
        _ declared: DeclaredField, _ type: FieldType, base: Scalar.Base?
    ) -> Constraints {
        guard let constraints = declared.constraints else { return Constraints() }
        for (key, location) in constraints.locations where !type.supports(key, base: base) {
            diagnostics.error(
                .constraintNotAllowed,
                "\(quoted(key.name)) does not apply to a field of type \(quoted(type.spelling))\(hint(key, type))",
                at: location)
        }
        let values = constraints.values
        if let least = values.minimum, let most = values.maximum, most.isBelow(least) {
            reportOrder(
                constraints, lower: .minimum, least: least.description, upper: .maximum,
                most: most.description)
        }
        checkOrder(
            constraints, lower: .minLength, least: values.minLength, upper: .maxLength, most: values.maxLength
        )
        checkOrder(
            constraints, lower: .minItems, least: values.minItems, upper: .maxItems, most: values.maxItems)
        checkUnique(declared, constraints)
        checkPattern(constraints)
        return values
    }

    private func hint(_ key: SchemaKey, _ type: FieldType) -> String {
        switch (key, type) {
        case (.minLength, .list), (.maxLength, .list), (.minLength, .choices), (.maxLength, .choices),
            (.minLength, .relations), (.maxLength, .relations):
            "; use \(quoted(key == .minLength ? "minItems" : "maxItems")) for the number of elements"
        case (.minimum, .text), (.maximum, .text), (.minimum, .longText), (.maximum, .longText):
            "; use \(quoted(key == .minimum ? "minLength" : "maxLength")) for the length of a text"
        default: ""
        }
    }

    private func checkOrder(
        _ constraints: DeclaredConstraints, lower: SchemaKey, least: Int?, upper: SchemaKey, most: Int?
    ) {
        guard let least, let most, most < least else { return }
        reportOrder(constraints, lower: lower, least: String(least), upper: upper, most: String(most))
    }

    private func reportOrder(
        _ constraints: DeclaredConstraints, lower: SchemaKey, least: String, upper: SchemaKey, most: String
    ) {
        diagnostics.error(
            .invalidConstraint,
            "\(quoted(lower.name)) is \(least) and \(quoted(upper.name)) is \(most), so no value fits; make the first at most the second",
            at: constraints.location(of: lower), note: "\(quoted(upper.name)) is here",
            noteAt: constraints.location(of: upper))
    }

    private func checkUnique(_ declared: DeclaredField, _ constraints: DeclaredConstraints) {
        guard constraints.values.unique, let location = constraints.location(of: .unique) else { return }
        if declared.localizedLocation != nil {
            diagnostics.error(
                .constraintNotAllowed,
                "'unique' does not apply to a localized field, whose value depends on the locale",
                at: location)
        }
        if let value = declared.defaultValue, value.kind != .null {
            diagnostics.error(
                .invalidConstraint,
                "a unique field cannot have a default, because the second new item would repeat it",
                at: location, note: "the default is here", noteAt: value.location)
        }
    }

    private func checkPattern(_ constraints: DeclaredConstraints) {
        guard let pattern = constraints.values.pattern, let location = constraints.location(of: .pattern)
        else {
            return
        }
        do throws(PatternError) {
            _ = try TextPattern(pattern)
        } catch {
            diagnostics.error(
                .invalidPattern, "the pattern is invalid at character \(error.offset + 1): \(error.message)",
                at: location)
        }
    }
}

extension FieldType {
    /// Whether a constraint applies to the type.
    func supports(_ key: SchemaKey, base: Scalar.Base?) -> Bool {
        switch key {
        case .unique: return isComparable(base: base)
        case .minimum, .maximum: return element.isNumber(base: base)
        case .minLength, .maxLength, .pattern: return element.isText(base: base)
        case .minItems, .maxItems:
            switch self {
            case .list, .choices, .relations: return true
            default: return false
            }
        default: return false
        }
    }

    /// The type of a list's elements; for other types, the type itself.
    private var element: FieldType {
        if case .list(let element) = self { element } else { self }
    }

    private func isComparable(base: Scalar.Base?) -> Bool {
        switch self {
        case .text, .integer, .number, .date, .time, .dateTime, .url, .image, .video, .audio, .document,
            .color,
            .choice, .relation:
            true
        case .scalar: base != .json && base != .boolean
        default: false
        }
    }

    private func isNumber(base: Scalar.Base?) -> Bool {
        switch self {
        case .integer, .number: true
        case .scalar: base == .integer || base == .number
        default: false
        }
    }

    private func isText(base: Scalar.Base?) -> Bool {
        switch self {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .localizedText: true
        case .scalar: base == .text
        default: false
        }
    }
}
