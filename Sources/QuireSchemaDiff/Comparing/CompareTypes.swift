import QuireGenerator
import QuireSchema

extension SchemaComparison {
    /// Compares the types of a field. Returns whether they are the same, except for members and choices.
    mutating func compareType(_ before: FieldDeclaration, _ after: FieldDeclaration, path: String) -> Bool {
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
    private mutating func addTypeName(_ before: FieldDeclaration, _ after: FieldDeclaration, path: String) {
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

extension SchemaComparison {
    /// Compares the constraints of a field. Each change is either tighter or looser; a field can have both.
    mutating func compareConstraints(_ before: FieldDeclaration, _ after: FieldDeclaration, path: String) {
        let (old, new) = (before.field, after.field)
        guard old.constraints != new.constraints else { return }
        let changes = ConstraintChanges(old.constraints, new.constraints)
        if !changes.tighter.isEmpty {
            add(
                Change(
                    kind: .constraintsTightened, paths: [path],
                    message: changes.tighter.joined(separator: ", "), old: old.nameLocation,
                    new: new.nameLocation,
                    wire: .risky("apps with the old schema write values that the new one refuses"),
                    stored: .risky("values that break it are kept and can be read, but not written again"),
                    remedy: "Correct the content first, and release apps that keep the constraint."))
        }
        if !changes.looser.isEmpty {
            add(
                Change(
                    kind: .constraintsLoosened, paths: [path],
                    message: changes.looser.joined(separator: ", "),
                    old: old.nameLocation, new: new.nameLocation))
        }
    }
}

/// The differences between the constraints of a field, in words.
private struct ConstraintChanges {
    private(set) var tighter: [String] = []
    private(set) var looser: [String] = []

    init(_ old: Constraints, _ new: Constraints) {
        if old.unique != new.unique {
            if new.unique { tighter.append("made unique") } else { looser.append("no longer unique") }
        }
        let isLess: (NumberBound, NumberBound) -> Bool = { $0.isBelow($1) }
        compare("minimum", from: old.minimum, to: new.minimum) { isLess($0, $1) }
        compare("maximum", from: old.maximum, to: new.maximum) { isLess($1, $0) }
        compare("minLength", from: old.minLength, to: new.minLength) { $0 < $1 }
        compare("maxLength", from: old.maxLength, to: new.maxLength) { $0 > $1 }
        compare("minItems", from: old.minItems, to: new.minItems) { $0 < $1 }
        compare("maxItems", from: old.maxItems, to: new.maxItems) { $0 > $1 }
        // Which of two patterns matches more is not decided.
        compare("pattern", from: old.pattern.map(shown), to: new.pattern.map(shown)) { _, _ in true }
    }

    /// - Parameter isTighter: Whether the second value accepts less than the first.
    private mutating func compare<Value: Equatable>(
        _ name: String, from old: Value?, to new: Value?, isTighter: (Value, Value) -> Bool
    ) {
        switch (old, new) {
        case (nil, let new?): tighter.append("\(name) \(new) added")
        case (let old?, nil): looser.append("\(name) \(old) removed")
        case (let old?, let new?) where old != new:
            let text = "\(name) changed from \(old) to \(new)"
            if isTighter(old, new) { tighter.append(text) } else { looser.append(text) }
        default: break
        }
    }
}
