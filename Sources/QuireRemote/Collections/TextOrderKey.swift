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
