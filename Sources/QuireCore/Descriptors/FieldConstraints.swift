import QuireShared
import QuireToolbox

/// The constraints on the values of a field. Writes are checked against them; reads are not.
///
/// ```json
/// { "name": "isbn", "type": "text", "unique": true, "pattern": "^[0-9]{13}$" }
/// ```
/// On a list, all but the number of elements hold for each element. A field without a value breaks no constraint.
public struct FieldConstraints: Sendable, Hashable {
    /// Whether no two items of the module may have the same value.
    public var isUnique: Bool
    /// The smallest number.
    public var minimum: NumberBound?
    /// The greatest number.
    public var maximum: NumberBound?
    /// The smallest length of a text, in Unicode scalars: "é" has one or two, and a flag has two.
    public var minLength: Int?
    /// The greatest length of a text, in Unicode scalars.
    public var maxLength: Int?
    /// The regular expression that a part of the text must match.
    public var pattern: ValuePattern?
    /// The smallest number of elements of a list.
    public var minItems: Int?
    /// The greatest number of elements of a list.
    public var maxItems: Int?

    public init(
        isUnique: Bool = false, minimum: NumberBound? = nil, maximum: NumberBound? = nil,
        minLength: Int? = nil, maxLength: Int? = nil, pattern: ValuePattern? = nil, minItems: Int? = nil,
        maxItems: Int? = nil
    ) {
        self.isUnique = isUnique
        self.minimum = minimum
        self.maximum = maximum
        self.minLength = minLength
        self.maxLength = maxLength
        self.pattern = pattern
        self.minItems = minItems
        self.maxItems = maxItems
    }

    /// Whether a single value can break a constraint, regardless of other items.
    package var constrainsValues: Bool {
        minimum != nil || maximum != nil || minLength != nil || maxLength != nil || pattern != nil
            || minItems != nil
            || maxItems != nil
    }
}

extension FieldConstraints {
    /// Reads the constraints from a field's description, or returns `nil` if it has none.
    ///
    /// - Throws: `DescriptorMistake` for a value of the wrong type.
    init?(_ json: JSONValue) throws(DescriptorMistake) {
        guard case .object(let members) = json else { return nil }
        self.init()
        var isEmpty = true
        for member in members {
            switch member.name {
            case "unique": isUnique = member.value == .boolean(true)
            case "minimum": minimum = try Self.bound(member)
            case "maximum": maximum = try Self.bound(member)
            case "minLength": minLength = try Self.count(member)
            case "maxLength": maxLength = try Self.count(member)
            case "minItems": minItems = try Self.count(member)
            case "maxItems": maxItems = try Self.count(member)
            case "pattern": pattern = try Self.pattern(member)
            default: continue
            }
            isEmpty = false
        }
        if isEmpty { return nil }
    }

    private static func bound(_ member: JSONValue.Member) throws(DescriptorMistake) -> NumberBound {
        guard let bound = NumberBound(member.value) else { throw mistake(member) }
        return bound
    }

    private static func count(_ member: JSONValue.Member) throws(DescriptorMistake) -> Int {
        guard case .integer(let count) = member.value, count >= 0 else { throw mistake(member) }
        return Int(clamping: count)
    }

    private static func pattern(_ member: JSONValue.Member) throws(DescriptorMistake) -> ValuePattern {
        guard case .string(let source) = member.value else { throw mistake(member) }
        do throws(InvalidPatternError) {
            return try ValuePattern(source)
        } catch {
            throw DescriptorMistake("has a pattern that cannot be used: \(error)")
        }
    }

    private static func mistake(_ member: JSONValue.Member) -> DescriptorMistake {
        DescriptorMistake("has the \(member.name) \(member.value)")
    }
}

/// The smallest or greatest number that a field accepts. An integer keeps all its digits.
public enum NumberBound: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    case integer(Int64)
    case number(Double)

    public init(integerLiteral value: Int64) { self = .integer(value) }

    public init(floatLiteral value: Double) { self = .number(value) }

    /// The number as JSON.
    public var description: String {
        switch self {
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        }
    }

    /// The bound for a JSON number; `nil` for other JSON.
    package init?(_ json: JSONValue) {
        switch json {
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        default: return nil
        }
    }

    /// Whether the number is below another. Exact, also between integers and floating-point numbers.
    package func isBelow(_ other: NumberBound) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.integer(let left), .number(let right)): Self.order(left, right) < 0
        case (.number(let left), .integer(let right)): Self.order(right, left) > 0
        }
    }

    /// Below, equal to or above 0 as the integer is to the number.
    private static func order(_ integer: Int64, _ number: Double) -> Int {
        if number.isNaN { return 0 }
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let whole = Int64(number)
        if integer != whole { return integer < whole ? -1 : 1 }
        let rest = number - Double(whole)
        return rest > 0 ? -1 : rest < 0 ? 1 : 0
    }
}

/// A regular expression for the `pattern` of a field, matched in linear time.
///
/// ```swift
/// try ValuePattern("^[0-9]{13}$").matches("9780141439587")  // true
/// ```
/// It is unanchored, as in JSON Schema: a match anywhere in the text counts. It is case-sensitive and compares Unicode
/// scalars. The syntax is ECMAScript's without groups that look around and without references to groups.
public struct ValuePattern: Sendable, Hashable {
    private let compiled: TextPattern

    /// Compiles a pattern.
    ///
    /// - Throws: `InvalidPatternError` for a syntax that is wrong or unsupported.
    public init(_ source: String) throws(InvalidPatternError) {
        do throws(PatternError) {
            compiled = try TextPattern(source)
        } catch {
            throw InvalidPatternError(pattern: source, reason: error.message, offset: error.offset)
        }
    }

    /// The text of the pattern.
    public var source: String { compiled.source }

    /// Whether a part of the text matches.
    public func matches(_ text: String) -> Bool { compiled.matches(text) }
}

/// A text that is not a supported regular expression.
public struct InvalidPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    public var pattern: String
    public var reason: String
    /// The position in the pattern, in Unicode scalars from 0.
    public var offset: Int

    public var description: String {
        PlainText.error(
            "Could not compile the pattern \"\(pattern.shortened)\": at character \(offset + 1), \(reason)",
            "Correct the pattern in the schema.")
    }
}
