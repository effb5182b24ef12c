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
