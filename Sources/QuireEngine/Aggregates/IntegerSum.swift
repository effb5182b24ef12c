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
