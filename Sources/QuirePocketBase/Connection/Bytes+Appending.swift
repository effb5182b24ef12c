extension [UInt8] {
    mutating func append(fixed text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends an integer's digits.
    mutating func append(digitsOf integer: Int64) { integer.withDigits { append(contentsOf: $0) } }
}

extension Int64 {
    /// Calls the body with the digits, after a minus if the integer is negative.
    func withDigits(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var position = 20
            var rest = magnitude
            repeat {
                position -= 1
                digits[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if self < 0 {
                position -= 1
                digits[position] = UInt8(ascii: "-")
            }
            body(UnsafeBufferPointer(rebasing: digits[position...]))
        }
    }
}

extension UInt8 {
    /// Whether the character stands for itself everywhere in a URL: a letter, a digit, or one of `-._~`.
    var isUnreservedInURL: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The two digits of the byte in a URL.
    var hexadecimalDigits: (UInt8, UInt8) {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x41 + number - 10 }
        return (digit(self >> 4), digit(self & 15))
    }
}
