import QuireToolbox

/// A request that does not fit its module. Thrown before anything is sent or read.
///
/// ```text
/// books: "titel" in the filter: expected one of title, age, language
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        /// The module has no field with this name.
        case unknownProperty
        /// The operation does not apply to the field's kind, for example `like` on a number.
        case incompatibleOperation
        /// The operand does not match the field's type or the operation.
        case incompatibleOperand
        /// The filter has more than `Filter.maximumDepth` levels.
        case tooDeep
        /// A page, an offset or a limit is out of range.
        case invalidPage
        /// The cursor is damaged or belongs to another query.
        case invalidCursor
        /// A parameter for the server has the name of one that Quire sets itself.
        case reservedParameter
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    /// The part of the request, for example `like on "age"`.
    public var node: String
    /// What was expected there, for example `a list of values`.
    public var expected: String

    public init(_ reason: Reason, module: String, node: String, expected: String) {
        self.reason = reason
        self.module = module
        self.node = node
        self.expected = expected
    }

    public var description: String { PlainText.oneLine("\(module): \(node): expected \(expected)") }
}

/// A request that an engine cannot express. Thrown before anything is sent or read.
public struct UnsupportedError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The part of the request, for example `!like on "title"`.
    public var node: String
    /// What to do instead.
    public var hint: String

    public init(engine: String, node: String, hint: String) {
        self.engine = engine
        self.node = node
        self.hint = hint
    }

    public var description: String { PlainText.oneLine("\(engine) cannot express \(node): \(hint)") }
}
