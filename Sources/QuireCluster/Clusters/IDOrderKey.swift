/// The place of an id among all ids, in the order of their UTF-8 bytes, as two integers from 0 up.
///
/// The code of `TextOrderKey`, carried on from the first integer into the second, so that ids of twenty-four
/// hexadecimal digits have room in it whole: no two of them have the same integers.
package struct IDOrderKey: Sendable, Hashable {
    package let first: Int64
    /// Tells apart what the first does not.
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

/// What the code of an id has room for: 2^126 integers.
///
/// In two halves, because systems that this package runs on have no integers of 128 bits.
private struct WideInterval {
    typealias Wide = (high: UInt64, low: UInt64)

    var start: Wide = (0, 0)
    private var length: Wide = (1 << 62, 0)

    /// Narrows the interval to a symbol's part of it; `false` where the parts would have no length.
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

    /// Never more than the interval's length, so it has room.
    private static func product(_ wide: Wide, _ factor: UInt64) -> Wide {
        let low = wide.low.multipliedFullWidth(by: factor)
        return (wide.high * factor + low.high, low.low)
    }
}
