import QuireEngine

/// The range of numbers that an ordering or `between` accepts.
package enum NumberRange {
    /// The range for a field of integers or dates, or `nil` if it is empty.
    ///
    /// - Parameter test: An ordering or `between`. Other tests accept nothing.
    package static func integers(_ test: EvaluatedTest) -> ClosedRange<Int64>? {
        switch test {
        case .isOrdered(let standings, let operand):
            let bounds: (Int64?, Int64?) =
                if standings.contains(.greater) {
                    (operand.lowerInteger(included: standings.contains(.equal)), .max)
                } else {
                    (.min, operand.upperInteger(included: standings.contains(.equal)))
                }
            return range(bounds.0, bounds.1)
        case .isBetween(let lower, let upper):
            return range(lower.lowerInteger(included: true), upper.upperInteger(included: true))
        default: return nil
        }
    }

    /// The range for a field of floating-point numbers. Infinity means no bound.
    package static func doubles(_ test: EvaluatedTest) -> ClosedRange<Double>? {
        switch test {
        case .isOrdered(let standings, let operand):
            let bounds: (Double?, Double?) =
                if standings.contains(.greater) {
                    (operand.lowerDouble(included: standings.contains(.equal)), .infinity)
                } else {
                    (-.infinity, operand.upperDouble(included: standings.contains(.equal)))
                }
            return range(bounds.0, bounds.1)
        case .isBetween(let lower, let upper):
            return range(lower.lowerDouble(included: true), upper.upperDouble(included: true))
        default: return nil
        }
    }

    private static func range<Bound>(_ lower: Bound?, _ upper: Bound?) -> ClosedRange<Bound>? {
        guard let lower, let upper, lower <= upper else { return nil }
        return lower...upper
    }
}

extension EvaluatedValue {
    /// The integer that equals the operand, or `nil`.
    package var exactInteger: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The floating-point number that equals the operand, or `nil`.
    package var exactDouble: Double? {
        switch self {
        case .integer(let number): Double(exactly: number)
        case .number(let number): number.isNaN ? nil : number
        default: nil
        }
    }

    /// The smallest integer that is not below the operand.
    fileprivate func lowerInteger(included: Bool) -> Int64? {
        switch self {
        case .integer(let number): return included ? number : number == .max ? nil : number + 1
        case .number(let number):
            if number.isNaN || number >= 0x1p63 { return nil }
            if number < -0x1p63 { return .min }
            let whole = Int64(number.rounded(.down))
            if included, number == number.rounded(.down) { return whole }
            return whole == .max ? nil : whole + 1
        default: return nil
        }
    }

    /// The largest integer that is not above the operand.
    fileprivate func upperInteger(included: Bool) -> Int64? {
        switch self {
        case .integer(let number): return included ? number : number == .min ? nil : number - 1
        case .number(let number):
            if number.isNaN || number < -0x1p63 { return nil }
            if number >= 0x1p63 { return .max }
            let whole = Int64(number.rounded(.down))
            if included || number != number.rounded(.down) { return whole }
            return whole == .min ? nil : whole - 1
        default: return nil
        }
    }

    /// The smallest `Double` that is not below the operand, compared without rounding.
    fileprivate func lowerDouble(included: Bool) -> Double? {
        guard let (nearest, standing) = nearestDouble else { return nil }
        switch standing {
        case .greater: return nearest
        case .equal: return included ? nearest : nearest.nextUp
        case .less: return nearest.nextUp
        }
    }

    /// The largest `Double` that is not above the operand.
    fileprivate func upperDouble(included: Bool) -> Double? {
        guard let (nearest, standing) = nearestDouble else { return nil }
        switch standing {
        case .less: return nearest
        case .equal: return included ? nearest : nearest.nextDown
        case .greater: return nearest.nextDown
        }
    }

    /// The `Double` nearest to the operand, and how the two compare.
    private var nearestDouble: (Double, Standing)? {
        switch self {
        case .integer(let number):
            let nearest = Double(number)
            return EvaluatedValue.number(nearest).standing(to: self).map { (nearest, $0) }
        case .number(let number): return number.isNaN ? nil : (number, .equal)
        default: return nil
        }
    }
}

extension EvaluatedValue {
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var truth: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
}
