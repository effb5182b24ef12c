/// The position of an id in the order of all ids by their UTF-8 bytes, as two non-negative integers.
///
/// Uses the encoding of `TextOrderKey`, continued from the first integer into the second, so that ids of twenty-four
/// hexadecimal digits fit completely: no two of them have the same integers.
package struct IDOrderKey: Sendable, Hashable {
    package let first: Int64
    /// Distinguishes ids with the same first integer.
    package let second: Int64

    package init(_ id: String) {
        var interval = WideInterval()
        var isWhole = true
        for byte in id.utf8 {
            isWhole = interval.narrow(to: TextOrderKey.Model.symbol(byte))
            if !isWhole { break }
        }
        if isWhole { _ = interval.narrow(to: TextOrderKey.Model.end) }
        first = Int64(interval.start.high << 1 | interval.start.low >> 63)
        second = Int64(interval.start.low & (1 << 63 - 1))
    }
}

/// The range of codes for ids: 2^126 integers.
///
/// It consists of two halves, because some supported systems have no 128-bit integers.
private struct WideInterval {
    typealias Wide = (high: UInt64, low: UInt64)

    var start: Wide = (0, 0)
    private var length: Wide = (1 << 62, 0)

    /// Narrows the interval to a symbol's part. Returns `false` if the parts would be empty.
    mutating func narrow(to symbol: Int) -> Bool {
        let total = TextOrderKey.Model.total
        let (high, rest) = length.high.quotientAndRemainder(dividingBy: total)
        let unit: Wide = (high, total.dividingFullWidth((rest, length.low)).quotient)
        guard unit != (0, 0) else { return false }
        let step = Self.product(unit, TextOrderKey.Model.starts[symbol])
        let (low, carries) = start.low.addingReportingOverflow(step.low)
        start = (start.high + step.high + (carries ? 1 : 0), low)
        length = Self.product(unit, TextOrderKey.Model.weights[symbol])
        return true
    }

    /// The product never exceeds the interval's length, so it cannot overflow.
    private static func product(_ wide: Wide, _ factor: UInt64) -> Wide {
        let low = wide.low.multipliedFullWidth(by: factor)
        return (wide.high * factor + low.high, low.low)
    }
}
