import QuireToolbox

/// One constraint of a field, as the schema declares it.
public enum Constraint: Sendable, Hashable {
    case unique
    case minimum(NumberBound)
    case maximum(NumberBound)
    case minLength(Int)
    case maxLength(Int)
    /// The source of the regular expression.
    case pattern(String)
    case minItems(Int)
    case maxItems(Int)

    /// The key in the schema, such as `maxLength`.
    public var name: String {
        switch self {
        case .unique: "unique"
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .minLength: "minLength"
        case .maxLength: "maxLength"
        case .pattern: "pattern"
        case .minItems: "minItems"
        case .maxItems: "maxItems"
        }
    }

    /// The values that keep the constraint, for messages.
    package var expectation: String {
        switch self {
        case .unique: "a value that no other item has"
        case .minimum(let bound): "at least \(bound)"
        case .maximum(let bound): "at most \(bound)"
        case .minLength(let count): "at least \(Self.counted(count, "character"))"
        case .maxLength(let count): "at most \(Self.counted(count, "character"))"
        case .pattern(let source): "a text that matches \(PlainText.oneLine(source.shortened))"
        case .minItems(let count): "at least \(Self.counted(count, "element"))"
        case .maxItems(let count): "at most \(Self.counted(count, "element"))"
        }
    }

    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension FieldConstraints {
    /// The constraint with a name, if the field has it.
    package func constraint(named name: String) -> Constraint? { all.first { $0.name == name } }

    /// All constraints, in the order of the documentation.
    public var all: [Constraint] {
        [
            isUnique ? .unique : nil, minimum.map { .minimum($0) }, maximum.map { .maximum($0) },
            minLength.map { .minLength($0) }, maxLength.map { .maxLength($0) },
            pattern.map { .pattern($0.source) }, minItems.map { .minItems($0) },
            maxItems.map { .maxItems($0) },
        ].compactMap { $0 }
    }
}
