import QuireEngine

/// A comparison with a number, converted to the type of the field without rounding.
enum ComparisonBound: Equatable {
    case never
    /// Every value satisfies the comparison.
    case always
    case whole(RecordTest.Sign, Int64)
    case number(RecordTest.Sign, Double)

    /// - Parameter isWhole: Whether the field holds integers or dates; otherwise it holds numbers with a fraction.
    init(_ sign: RecordTest.Sign, _ operand: EvaluatedValue, isWhole: Bool) {
        switch (operand, isWhole) {
        case (.integer(let number), true): self = .whole(sign, number)
        case (.number(let number), true): self = Self.whole(sign, of: number)
        case (.integer(let number), false): self = Self.number(sign, of: number)
        case (.number(let number), false): self = number.isNaN ? .never : .number(sign, number)
        default: self = .never
        }
    }

    private static func whole(_ sign: RecordTest.Sign, of number: Double) -> ComparisonBound {
        let isUpward = sign == .greater || sign == .greaterOrEqual
        if number.isNaN { return .never }
        if number >= 0x1p63 { return isUpward ? .never : .always }
        if number < -0x1p63 { return isUpward ? .always : .never }
        let below = number.rounded(.down)
        let isExact = below == number
        let bound = Int64(below)
        switch sign {
        case .greater, .lessOrEqual: return .whole(sign, bound)
        case .greaterOrEqual: return .whole(isExact ? .greaterOrEqual : .greater, bound)
        case .less: return .whole(isExact ? .less : .lessOrEqual, bound)
        case .equal: return isExact ? .whole(.equal, bound) : .never
        }
    }

    /// Compares with an integer that lies between two doubles by using the nearer double as the bound.
    private static func number(_ sign: RecordTest.Sign, of number: Int64) -> ComparisonBound {
        let (near, rest) = RecordNumber.split(number)
        switch sign {
        case _ where rest == 0: return .number(sign, near)
        case .greater, .greaterOrEqual: return .number(rest < 0 ? .greaterOrEqual : .greater, near)
        case .less, .lessOrEqual: return .number(rest < 0 ? .less : .lessOrEqual, near)
        case .equal: return .never
        }
    }
}
