import QuireCore

extension [UInt8] {
    @inlinable
    package mutating func append(fixed text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    @inlinable
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends an integer's digits.
    package mutating func append(digitsOf integer: Int64) { integer.withDigits { append(contentsOf: $0) } }

    package mutating func append(digitsOf integer: UInt64) {
        integer.withDigits { append(contentsOf: $0) }
    }

    /// Appends sixteen lowercase hexadecimal digits.
    package mutating func append(hexadecimal number: UInt64) {
        for place in 0..<8 {
            let (high, low) = UInt8(truncatingIfNeeded: number >> UInt64(56 - place * 8)).lowercaseDigits
            append(high)
            append(low)
        }
    }
}

extension Int64 {
    /// Calls the body with the digits, after a minus if the integer is negative.
    package func withDigits(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        magnitude.withDigits(afterMinus: self < 0, body)
    }
}

extension UInt64 {
    fileprivate func withDigits(
        afterMinus isNegative: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var position = 20
            var rest = self
            repeat {
                position -= 1
                digits[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if isNegative {
                position -= 1
                digits[position] = UInt8(ascii: "-")
            }
            body(UnsafeBufferPointer(rebasing: digits[position...]))
        }
    }
}

extension UInt8 {
    /// The two hexadecimal digits of the byte, in lower case.
    @inlinable
    package var lowercaseDigits: (UInt8, UInt8) {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x61 + number - 10 }
        return (digit(self >> 4), digit(self & 15))
    }
}
