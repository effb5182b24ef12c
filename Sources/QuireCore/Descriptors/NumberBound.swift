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
