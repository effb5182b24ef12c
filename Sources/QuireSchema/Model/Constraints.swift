/// The constraints on the values of a field.
///
/// On a list, all but `minItems` and `maxItems` hold for each element.
public struct Constraints: Hashable, Sendable {
    /// Whether no two items of the module may have the same value.
    public var unique: Bool
    public var minimum: NumberBound?
    public var maximum: NumberBound?
    /// In Unicode scalars.
    public var minLength: Int?
    /// In Unicode scalars.
    public var maxLength: Int?
    /// A regular expression that a part of the text must match.
    public var pattern: String?
    public var minItems: Int?
    public var maxItems: Int?

    public init(
        unique: Bool = false, minimum: NumberBound? = nil, maximum: NumberBound? = nil, minLength: Int? = nil,
        maxLength: Int? = nil, pattern: String? = nil, minItems: Int? = nil, maxItems: Int? = nil
    ) {
        self.unique = unique
        self.minimum = minimum
        self.maximum = maximum
        self.minLength = minLength
        self.maxLength = maxLength
        self.pattern = pattern
        self.minItems = minItems
        self.maxItems = maxItems
    }

    /// Whether there are no constraints.
    public var isEmpty: Bool { self == Constraints() }
}

/// The bound of a number. An integer keeps all its digits.
public enum NumberBound: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case number(Double)

    /// The number as JSON.
    public var description: String {
        switch self {
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        }
    }

    /// Whether the bound is below another. Exact, also between integers and floating-point numbers.
    public func isBelow(_ other: NumberBound) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.integer(let left), .number(let right)): Self.isBelow(left, right)
        case (.number(let left), .integer(let right)): Self.isAbove(right, left)
        }
    }

    private static func isBelow(_ integer: Int64, _ number: Double) -> Bool {
        if number >= 0x1p63 { return true }
        if number <= -0x1p63 { return false }
        let whole = Int64(number)
        return integer < whole || integer == whole && Double(whole) < number
    }

    private static func isAbove(_ integer: Int64, _ number: Double) -> Bool {
        if number >= 0x1p63 { return false }
        if number < -0x1p63 { return true }
        let whole = Int64(number)
        return integer > whole || integer == whole && Double(whole) > number
    }
}
