import QuireSchema

/// The types of the values that filters compare with a field.
enum ValueShape {
    /// The type as recorded queries name it. `nil` if several are possible.
    static func of(_ type: ResolvedType) -> String? {
        switch type {
        case .text, .choice, .relation, .localizedText: "text"
        case .integer, .number, .geopoint: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .list(let element): of(element)
        case .scalar(let base, _):
            switch base {
            case .text: "text"
            case .integer, .number: "number"
            case .boolean: "boolean"
            case .json: nil
            }
        case .json, .object: nil
        }
    }

    /// Whether equal values compare alike as both types. A single value and a list of such values differ.
    static func isComparedAlike(_ left: ResolvedType, _ right: ResolvedType) -> Bool {
        switch (left, right) {
        case (.list(let first), .list(let second)): return isComparedAlike(first, second)
        case (.list, _), (_, .list): return false
        case (.localizedText, .localizedText), (.json, .json), (.object, .object), (.geopoint, .geopoint):
            return true
        case (.localizedText, _), (_, .localizedText), (.geopoint, _), (_, .geopoint): return false
        default: return of(left) != nil && of(left) == of(right)
        }
    }
}

extension TypeResolver {
    /// The values of a choice, or of a list of choices.
    func choices(_ type: FieldType) -> [String]? {
        switch type {
        case .choice(let choices), .choices(let choices): values(of: choices).values.map(\.raw)
        case .list(let element): choices(element)
        default: nil
        }
    }
}
