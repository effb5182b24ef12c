import QuireToolbox

/// A value that breaks a constraint of its field.
///
/// ```swift
/// var draft = Books.Draft()
/// print(draft.violations)
/// // [isbn: expected a text that matches ^[0-9]{13}$, found "978-0141439587"]
/// ```
public struct ConstraintViolation: Sendable, Hashable, CustomStringConvertible {
    /// The path of the field by wire names: `title`, `address.zip`, `tags[2]`, or `summary.fr` for one language.
    public var field: String
    public var constraint: Constraint
    /// The value in a short form, for people: `"Emma"`, `12 characters: "Emma Woodhouse, ha…"`, `-1`.
    public var found: String

    package init(field: String, constraint: Constraint, found: String) {
        self.field = field
        self.constraint = constraint
        self.found = found
    }

    /// The message without the field: `expected at most 5 characters, found 12 characters: "Emma…"`.
    package var message: String { "expected \(constraint.expectation), found \(found)" }

    public var description: String { "\(field): \(message)" }

    /// The violation of `unique`, by the id of the item that has the value.
    package static func unique(_ field: String, _ value: JSONValue, heldBy id: String) -> ConstraintViolation
    {
        ConstraintViolation(
            field: field, constraint: .unique,
            found: "\(value.shownShort), which the item \"\(PlainText.oneLine(id.shortened(to: 40)))\" has")
    }
}

extension JSONValue {
    /// The value on one short line, for messages.
    package var shownShort: String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): String(boolean)
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .string(let text): "\"\(PlainText.oneLine(text.shortened(to: 40)))\""
        case .array(let elements): Constraint.counted(elements.count, "element")
        case .object: "an object"
        }
    }
}

extension ModuleDescriptor {
    /// Returns every constraint that an item's values break, except `unique`, which depends on other items.
    ///
    /// ```swift
    /// let violations = Books.descriptor.violations(of: .object([.init("title", .string(""))]))
    /// // [title: expected at least 1 character, found 0 characters: ""]
    /// ```
    /// Missing values, `null` and values of another type break no constraint.
    ///
    /// - Parameter values: The values by wire name, as in an instance's `values`.
    public func violations(of values: JSONValue) -> [ConstraintViolation] {
        guard fields.hasConstraints else { return [] }
        var violations: [ConstraintViolation] = []
        fields.check(values, at: "", into: &violations)
        return violations
    }

    /// The fields whose values must differ between items.
    package var uniqueFields: [FieldDescriptor] {
        guard fields.hasConstraints else { return [] }
        return fields.fields.filter { $0.constraints?.isUnique == true }
    }
}

extension ContentDraft {
    /// The constraints that the draft's values break, for forms that check before they save.
    ///
    /// ```swift
    /// var draft = Books.Draft()
    /// draft.title = .set("")
    /// let problem = draft.violations.first { $0.field == "title" }?.description
    /// ```
    /// `unique` is only checked when the draft is written. Writing a draft with violations throws a `WriteError`.
    public var violations: [ConstraintViolation] {
        guard Module.descriptor.fields.hasConstraints else { return [] }
        var json = JSONWriter()
        writeValues(to: &json)
        return Module.descriptor.violations(of: JSONValue(written: json))
    }
}

extension FieldDescriptor {
    /// Adds the constraints that a value breaks. Values of another type, and `null`, break none.
    ///
    /// - Parameter path: The path of the field, for the violations.
    package func check(_ value: JSONValue, at path: String, into violations: inout [ConstraintViolation]) {
        if let constraints, constraints.constrainsValues {
            ConstraintCheck(constraints).check(value, kind, at: path, into: &violations)
        }
        kind.checkMembers(of: value, at: path, into: &violations)
    }
}

extension FieldKind {
    /// Checks the fields of objects.
    fileprivate func checkMembers(
        of value: JSONValue, at path: String, into violations: inout [ConstraintViolation]
    ) {
        switch (self, value) {
        case (.object(let table), .object):
            guard table.hasConstraints else { return }
            table.check(value, at: path + ".", into: &violations)
        case (.list(let element), .array(let elements)):
            guard case .object(let table) = element.innermost, table.hasConstraints else { return }
            for (index, inner) in elements.enumerated() {
                element.checkMembers(of: inner, at: "\(path)[\(index)]", into: &violations)
            }
        default: break
        }
    }
}

extension FieldTable {
    /// Checks the values that are present. A missing value breaks no constraint.
    func check(_ values: JSONValue, at path: String, into violations: inout [ConstraintViolation]) {
        guard case .object(let members) = values else { return }
        var seen: Set<String> = []
        for member in members {
            // Of two equal keys, the first is used, as everywhere.
            guard let field = self[exactly: member.name], field.isConstrained,
                seen.insert(field.name).inserted
            else { continue }
            field.check(member.value, at: path + field.name, into: &violations)
        }
    }
}

/// Checks one value, or the elements of a list.
private struct ConstraintCheck {
    private let constraints: FieldConstraints

    init(_ constraints: FieldConstraints) { self.constraints = constraints }

    func check(
        _ value: JSONValue, _ kind: FieldKind, at path: String, into violations: inout [ConstraintViolation]
    ) {
        switch (kind, value) {
        case (.list, .array(let elements)), (.choices, .array(let elements)),
            (.relations, .array(let elements)):
            checkCount(elements, at: path, into: &violations)
            guard case .list = kind else { return }
            for (index, element) in elements.enumerated() {
                checkSingle(element, at: "\(path)[\(index)]", into: &violations)
            }
        case (.localizedText, .object(let texts)):
            for text in texts { checkSingle(text.value, at: "\(path).\(text.name)", into: &violations) }
        default: checkSingle(value, at: path, into: &violations)
        }
    }

    private func checkCount(
        _ elements: [JSONValue], at path: String, into violations: inout [ConstraintViolation]
    ) {
        let count = Constraint.counted(elements.count, "element")
        if let least = constraints.minItems, elements.count < least {
            violations.append(.init(field: path, constraint: .minItems(least), found: count))
        }
        if let most = constraints.maxItems, elements.count > most {
            violations.append(.init(field: path, constraint: .maxItems(most), found: count))
        }
    }

    private func checkSingle(
        _ value: JSONValue, at path: String, into violations: inout [ConstraintViolation]
    ) {
        if case .string(let text) = value { return checkText(text, at: path, into: &violations) }
        guard let number = NumberBound(value) else { return }
        if let minimum = constraints.minimum, number.isBelow(minimum) {
            violations.append(.init(field: path, constraint: .minimum(minimum), found: value.shownShort))
        }
        if let maximum = constraints.maximum, maximum.isBelow(number) {
            violations.append(.init(field: path, constraint: .maximum(maximum), found: value.shownShort))
        }
    }

    private func checkText(_ text: String, at path: String, into violations: inout [ConstraintViolation]) {
        let excerpt = JSONValue.string(text).shownShort
        if constraints.minLength != nil || constraints.maxLength != nil {
            let length = text.unicodeScalars.count
            let summary = "\(Constraint.counted(length, "character")): \(excerpt)"
            if let least = constraints.minLength, length < least {
                violations.append(.init(field: path, constraint: .minLength(least), found: summary))
            }
            if let most = constraints.maxLength, length > most {
                violations.append(.init(field: path, constraint: .maxLength(most), found: summary))
            }
        }
        if let pattern = constraints.pattern, !pattern.matches(text) {
            violations.append(.init(field: path, constraint: .pattern(pattern.source), found: excerpt))
        }
    }
}

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
