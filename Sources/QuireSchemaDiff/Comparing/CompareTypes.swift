import QuireGenerator
import QuireSchema

extension SchemaComparison {
    /// Compares the types of a field. Returns whether they are the same, except for members and choices.
    mutating func compareType(_ before: DeclaredField, _ after: DeclaredField, path: String) -> Bool {
        let (old, new) = (before.field, after.field)
        if let members = old.type.members, let others = new.type.members,
            old.type.listDepth == new.type.listDepth
        {
            compareFields(
                FieldList(members, before.property.members ?? .init(), at: old.nameLocation),
                FieldList(others, after.property.members ?? .init(), at: new.nameLocation),
                path: path, isNested: true)
            addTypeName(before, after, path: path)
            return true
        }
        if let choices = old.type.choiceSet, let others = new.type.choiceSet, old.type.name == new.type.name {
            compareChoices(choices, of: before, with: others, of: after, path: path)
            addTypeName(before, after, path: path)
            return true
        }
        let (from, to) = (oldTypes.resolve(old.type), newTypes.resolve(new.type))
        let indexChanges = TypeShape(old.type, oldTypes) != TypeShape(new.type, newTypes)
        guard from != to || indexChanges || old.type.name != new.type.name else {
            addTypeName(before, after, path: path)
            return true
        }
        var change = Change(
            kind: .typeChanged, paths: [path],
            message: "type changed from \(describe(old.type)) to \(describe(new.type))",
            old: old.nameLocation, new: new.nameLocation, index: indexChanges ? .rebuild : .none)
        let lost = before.property.operators.subtracting(after.property.operators).filter { $0 != .isNull }
        if before.property.type != after.property.type {
            change.source = .breaking(
                "the Swift type changes from \(before.property.type) to \(after.property.type)")
        } else if !lost.isEmpty {
            let names = Operator.allCases.filter(lost.contains).map(\.rawValue).joined(separator: " ")
            change.source = .breaking("filters with \(names) no longer compile")
        }
        change.wire = Self.wireImpact(from: from, to: to)
        change.stored = Self.storedImpact(from: from, to: to)
        if change.severity(for: [.source, .wire, .stored]) > .safe {
            change.remedy = "Add a field with the new type, fill it, and deprecate this one."
        } else {
            change.remedy = .rebuild
        }
        add(change)
        return false
    }

    private static func wireImpact(from old: ResolvedType, to new: ResolvedType) -> Impact {
        let forward = new.fit(of: old)
        let backward = old.fit(of: new)
        switch max(forward, backward) {
        case .all: return .none
        case .some:
            return .risky(
                forward == .all
                    ? "apps with the old schema reject some values of the new type"
                    : "some values of the old type do not fit the new one")
        case .none:
            return .breaking(
                forward == .none
                    ? "values of the old type do not fit the new one"
                    : "apps with the old schema cannot read values of the new type")
        }
    }

    private static func storedImpact(from old: ResolvedType, to new: ResolvedType) -> Impact {
        switch new.storedFit(of: old) {
        case .all: .none
        case .some: .risky("stored values that do not fit the new type become unreadable in the field")
        case .none: .breaking("stored values become unreadable in the field")
        }
    }

    /// Reports a Swift type that has another name although the type on the wire is the same.
    private mutating func addTypeName(_ before: DeclaredField, _ after: DeclaredField, path: String) {
        guard before.property.type != after.property.type else { return }
        // A renamed module or enumeration is reported once, where it is declared.
        if before.field.type == after.field.type, before.field.type.isReference { return }
        if after.field.type.isRelation,
            oldTypes.resolve(before.field.type) == newTypes.resolve(after.field.type)
        {
            return
        }
        // So is a renamed object or inline choice, whose type has the name of the field.
        if before.property.name != after.property.name, !before.field.type.isReference { return }
        add(
            Change(
                kind: .typeChanged, paths: [path],
                message: "the Swift type changed from \(before.property.type) to \(after.property.type)",
                old: before.field.nameLocation, new: after.field.nameLocation,
                source: .breaking(
                    "the Swift type changes from \(before.property.type) to \(after.property.type)")))
    }
}

extension FieldType {
    var members: [Field]? {
        switch self {
        case .object(let fields): fields
        case .list(let element): element.members
        default: nil
        }
    }

    var choiceSet: ChoiceSet? {
        switch self {
        case .choice(let choices), .choices(let choices): choices
        default: nil
        }
    }

    var listDepth: Int {
        if case .list(let element) = self { return element.listDepth + 1 }
        return 0
    }

    var isRelation: Bool {
        switch self {
        case .relation, .relations: true
        default: false
        }
    }

    /// Whether the type is declared elsewhere in the schema.
    var isReference: Bool {
        switch self {
        case .relation, .relations, .choice(.shared), .choices(.shared): true
        case .list(let element): element.isReference
        default: false
        }
    }
}

/// A type as text: `list of integer`, `date (rfc3339)`, `relation to 'authors'`.
func describe(_ type: FieldType) -> String {
    switch type {
    case .date(let format), .time(let format), .dateTime(let format):
        format == .epochMilliseconds ? type.name : "\(type.name) (\(format.rawValue))"
    case .list(let element): "list of \(describe(element))"
    case .relation(let module), .relations(let module): "\(type.name) to \(quoted(module))"
    case .scalar(let name): "scalar \(quoted(name))"
    default: type.name
    }
}
