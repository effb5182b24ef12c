import QuirePattern
import QuireSchema

/// Converts the limits of JSON Schema to constraints. Limits that contradict each other, and patterns that Quire does not
/// support, are left out.
enum SchemaConstraints {
    static func constraints(_ parts: SchemaParts, _ type: ImportedType) -> [ImportedConstraint] {
        switch type {
        case .named("text"), .named("longText"):
            return counts(parts, "minLength", "maxLength") + pattern(parts)
        case .named("integer"), .named("number"): return bounds(parts)
        case .list, .dates, .objects, .choices, .relations: return counts(parts, "minItems", "maxItems")
        default: return []
        }
    }

    private static func counts(_ parts: SchemaParts, _ lower: String, _ upper: String) -> [ImportedConstraint]
    {
        func count(_ key: String) -> Int64? {
            parts.first(key)?.integer.flatMap { (0...Int64(Int32.max)).contains($0) ? $0 : nil }
        }
        let (least, most) = (count(lower), count(upper))
        if let least, let most, least > most { return [] }
        var constraints: [ImportedConstraint] = []
        if let least { constraints.append(.init(lower, .number(String(least)))) }
        if let most { constraints.append(.init(upper, .number(String(most)))) }
        return constraints
    }

    private static func bounds(_ parts: SchemaParts) -> [ImportedConstraint] {
        let (least, most) = (parts.first("minimum")?.numberText, parts.first("maximum")?.numberText)
        if let least = least.flatMap(Double.init), let most = most.flatMap(Double.init), least > most {
            return []
        }
        var constraints: [ImportedConstraint] = []
        if let least { constraints.append(.init("minimum", .number(least))) }
        if let most { constraints.append(.init("maximum", .number(most))) }
        return constraints
    }

    private static func pattern(_ parts: SchemaParts) -> [ImportedConstraint] {
        guard let source = parts.first("pattern")?.string, (try? TextPattern(source)) != nil else {
            return []
        }
        return [.init("pattern", .text(source))]
    }
}
