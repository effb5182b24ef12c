/// Integers that preserve the order of other values, for engines that only sort integers.
package enum OrderKey {
    /// An integer for each number, in the order of the numbers. 0 and -0 have the same. Not for NaN.
    package static func integer(of number: Double) -> Int64 {
        let bits = Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
        return bits >= 0 ? bits : bits ^ .max
    }

    /// The number for an integer.
    package static func number(of integer: Int64) -> Double {
        Double(bitPattern: UInt64(bitPattern: integer >= 0 ? integer : integer ^ .max))
    }

    /// Sixteen lowercase hexadecimal digits that sort like the integers.
    package static func hexadecimal(of integer: Int64) -> String {
        (UInt64(bitPattern: integer) ^ (1 << 63)).hexadecimal
    }

    /// The integer of such digits.
    package static func integer(hexadecimal digits: some StringProtocol) -> Int64? {
        guard digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) else { return nil }
        return Int64(bitPattern: bits ^ (1 << 63))
    }
}

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

/// The position of a text in the order of all texts by their UTF-8 bytes, as one non-negative integer.
///
/// This is an arithmetic code: each byte narrows an interval, and common characters narrow it less, so that an integer
/// covers about the first eight to fourteen characters. A text that sorts before another never has the larger integer.
/// Two texts have the same integer only if they start the same.
package struct TextOrderKey: Sendable {
    /// The integer.
    package let value: Int64
    /// Whether the integer covers the whole text and its end, so that no other text has it.
    package let isExact: Bool

    package init(_ text: String) { self.init(Array(text.utf8)[...]) }

    package init(_ bytes: ArraySlice<UInt8>) {
        var interval = Interval()
        var held = 0
        for byte in bytes {
            guard interval.narrow(to: Model.symbol(byte)) else { break }
            held += 1
        }
        isExact = held == bytes.count && interval.narrow(to: Model.end)
        value = Int64(interval.start)
    }

    /// The integers of all texts with a prefix, or `nil` if the prefix is too long for an integer.
    package static func range(ofPrefix prefix: String) -> ClosedRange<Int64>? {
        var interval = Interval()
        for byte in prefix.utf8 {
            guard interval.narrow(to: Model.symbol(byte)) else { return nil }
        }
        return Int64(interval.start)...Int64(interval.start + interval.length - 1)
    }

    /// The range of codes: 2^63 integers.
    private struct Interval {
        var start: UInt64 = 0
        var length: UInt64 = 1 << 63

        /// Narrows the interval to a symbol's part. Returns `false` if the parts would be empty.
        mutating func narrow(to symbol: Int) -> Bool {
            let unit = length / Model.total
            guard unit > 0 else { return false }
            start += unit * Model.starts[symbol]
            length = unit * Model.weights[symbol]
            return true
        }
    }

    /// The probability of each symbol. Changing a weight changes every key that engines store.
    enum Model {
        /// The end of a text sorts before every byte.
        static let end = 0

        static func symbol(_ byte: UInt8) -> Int { Int(byte) + 1 }

        static let weights: [UInt64] =
            [100]
            + (UInt8.min...UInt8.max).map { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): 180
                case UInt8(ascii: "g")...UInt8(ascii: "z"): 60
                case UInt8(ascii: " "), UInt8(ascii: "-"): 60
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): 20
                default: 2
                }
            }

        static let starts: [UInt64] = weights.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }

        static let total: UInt64 = weights.reduce(0, +)
    }
}

/// Encodes texts as ASCII letters and digits, so that tokenizers do not split them and filter languages need no
/// escapes.
package enum PlainKey {
    /// Encodes the text's bytes: `a`…`z` and `0`…`9` unchanged, `q` as `qq`, every other byte as `q` and two
    /// hexadecimal digits. The encoding is unique, and it preserves prefixes.
    package static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "q"): encoded += [byte, byte]
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.append(byte)
            default:
                let (high, low) = byte.lowercaseDigits
                encoded += [UInt8(ascii: "q"), high, low]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a text. Returns `nil` if it is not a valid encoding.
    package static func decoded(_ encoded: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = encoded.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "q") else {
                bytes.append(byte)
                continue
            }
            if rest.first == byte {
                rest.removeFirst()
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 else {
                return nil
            }
            rest.removeFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
