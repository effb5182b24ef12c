import QuirePattern
import QuireSchema

extension [ImportedConstraint] {
    /// Whether a field with these constraints can have a default.
    func allow(_ value: SchemaJSON) -> Bool {
        // A second item would repeat the default of a unique field.
        allSatisfy { $0.key != "unique" && $0.allows(value) }
    }
}

extension ImportedConstraint {
    fileprivate func allows(_ value: SchemaJSON) -> Bool {
        switch (key, self.value, value) {
        case ("pattern", .text(let source), .text(let text)):
            (try? TextPattern(source).matches(text)) ?? false
        case ("minLength", .number(let bound), .text(let text)),
            ("maxLength", .number(let bound), .text(let text)):
            isKept(by: Double(text.unicodeScalars.count), bound)
        case ("minimum", .number(let bound), .number(let number)),
            ("maximum", .number(let bound), .number(let number)):
            Double(number).map { isKept(by: $0, bound) } ?? false
        case ("minItems", .number(let bound), .array(let elements)),
            ("maxItems", .number(let bound), .array(let elements)):
            isKept(by: Double(elements.count), bound)
        default: true
        }
    }

    private func isKept(by number: Double, _ bound: String) -> Bool {
        guard let bound = Double(bound) else { return true }
        return key.hasPrefix("min") ? number >= bound : number <= bound
    }
}
