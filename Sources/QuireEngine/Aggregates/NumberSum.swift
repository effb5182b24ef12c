/// An exact sum of floating-point numbers, as one long fixed-point number. It has the same result for every order of the
/// values, and is rounded once.
package struct NumberSum: Sendable {
    /// The number of values.
    package private(set) var count: Int64 = 0
    /// Digits of 32 bits. The first has the weight 2^-1074, the smallest positive number. Each has room for carries.
    private var digits: [Int64] = []
    private var isFinite = true
    private var additions: Int64 = 0

    /// The largest position of a bit is 2,098, and up to 2^63 values need 63 more.
    private static let digitCount = 70
    /// After as many values, the carries are moved to the next digit before they exceed 64 bits.
    private static let carryInterval: Int64 = 1 << 28

    package init() {}

    package mutating func add(_ value: Double) {
        count += 1
        addPower(value, 0)
    }

    /// Adds a value several times.
    package mutating func add(_ value: Double, times: Int64) {
        count += times
        for power in 0..<63 where times >> power & 1 == 1 { addPower(value, UInt64(power)) }
    }

    /// Adds a value 2^power times.
    private mutating func addPower(_ value: Double, _ power: UInt64) {
        additions += 1
        guard value.isFinite else {
            isFinite = false
            return
        }
        if digits.isEmpty { digits = Array(repeating: 0, count: Self.digitCount) }
        if additions % Self.carryInterval == 0 { Self.carry(in: &digits) }
        let bits = value.magnitude.bitPattern
        let exponent = bits >> 52
        let significand = bits & (1 << 52 - 1) | (exponent == 0 ? 0 : 1 << 52)
        let position = (exponent == 0 ? 0 : exponent - 1) + power
        let (index, shift) = (Int(position >> 5), position & 31)
        let low = (significand & 0xFFFF_FFFF) << shift
        let high = (significand >> 32) << shift
        let sign: Int64 = value.sign == .minus ? -1 : 1
        digits[index] += sign * Int64(low & 0xFFFF_FFFF)
        digits[index + 1] += sign * Int64(low >> 32 + high & 0xFFFF_FFFF)
        digits[index + 2] += sign * Int64(high >> 32)
    }

    /// The sum, rounded to the nearest number. `nil` if it exceeds the range, or if a value is infinite.
    package var sum: Double? {
        guard isFinite else { return nil }
        guard !digits.isEmpty else { return 0 }
        var digits = digits
        Self.carry(in: &digits)
        let isNegative = (digits.last ?? 0) < 0
        if isNegative {
            for index in digits.indices { digits[index] = -digits[index] }
            Self.carry(in: &digits)
        }
        let sum = Self.magnitude(of: digits)
        guard sum.isFinite else { return nil }
        return isNegative ? -sum : sum
    }

    /// The rounded sum divided by the number of values. `nil` if there is no sum or no value.
    package var average: Double? { count > 0 ? sum.map { $0 / Double(count) } : nil }

    /// Moves the carries upwards. All digits but the last have 32 bits afterwards.
    private static func carry(in digits: inout [Int64]) {
        for index in 0..<digits.count - 1 {
            digits[index + 1] += digits[index] >> 32
            digits[index] &= 0xFFFF_FFFF
        }
    }

    private static func magnitude(of digits: [Int64]) -> Double {
        guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        // The 64 bits from the highest one on, then one bit for the rest.
        let shift = UInt64(UInt32(truncatingIfNeeded: digits[top]).leadingZeroBitCount)
        func digit(_ index: Int) -> UInt64 { index >= 0 ? UInt64(digits[index]) : 0 }
        let upper = digit(top) << 32 | digit(top - 1)
        var bits = upper << shift | digit(top - 2) >> (32 - shift)
        let hasRest =
            digit(top - 2) << (32 + shift) != 0 || (top > 2 && digits[..<(top - 2)].contains { $0 != 0 })
        if hasRest { bits |= 1 }
        return Double(
            sign: .plus, exponent: (top - 1) * 32 - Int(shift) - 1074, significand: Double(bits))
    }
}

/// An exact sum of integers, in 128 bits. It has the same result for every order of the values.
package struct IntegerSum: Sendable {
    /// The number of values.
    package private(set) var count: Int64 = 0
    private var high: Int64 = 0
    private var low: UInt64 = 0

    package init() {}

    package mutating func add(_ value: Int64) {
        count += 1
        let (sum, carry) = low.addingReportingOverflow(UInt64(bitPattern: value))
        low = sum
        high += (carry ? 1 : 0) - (value < 0 ? 1 : 0)
    }

    /// Adds a value several times.
    package mutating func add(_ value: Int64, times: Int64) {
        count += times
        let product = value.multipliedFullWidth(by: times)
        let (sum, carry) = low.addingReportingOverflow(product.low)
        low = sum
        high += product.high + (carry ? 1 : 0)
    }

    /// The sum, or `nil` if it exceeds 64 bits.
    package var sum: Int64? {
        let sum = Int64(bitPattern: low)
        return high == (sum < 0 ? -1 : 0) ? sum : nil
    }

    /// The sum divided by the number of values, rounded once. `nil` without values.
    package var average: Double? {
        guard count > 0 else { return nil }
        let isNegative = high < 0
        var (high, low) = (UInt64(bitPattern: high), low)
        if isNegative {
            low = ~low &+ 1
            high = ~high &+ (low == 0 ? 1 : 0)
        }
        let average = Self.quotient(high, low, by: UInt64(count))
        return isNegative ? -average : average
    }

    /// The quotient, rounded to the nearest `Double`. It is less than 2^64.
    private static func quotient(_ high: UInt64, _ low: UInt64, by count: UInt64) -> Double {
        // Both are exact as `Double`, so the division rounds once.
        if high == 0, low >> 53 == 0 { return Double(low) / Double(count) }
        let (whole, rest) = count.dividingFullWidth((high, low))
        // More bits of the quotient, so that the last one is behind those that decide the rounding.
        let shift = UInt64(whole.leadingZeroBitCount)
        guard shift > 0 else { return Double(whole | (rest == 0 ? 0 : 1)) }
        guard shift < 64 else { return Double(low) / Double(count) }
        let (fraction, remainder) = count.dividingFullWidth((rest >> (64 - shift), rest << shift))
        let digits = whole << shift + fraction
        return Double(
            sign: .plus, exponent: -Int(shift), significand: Double(digits | (remainder == 0 ? 0 : 1)))
    }
}
