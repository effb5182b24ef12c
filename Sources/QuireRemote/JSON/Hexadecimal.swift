extension UInt64 {
    /// Sixteen lowercase hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension UInt8 {
    /// The two hexadecimal digits of the byte, in lower case.
    package var lowercaseDigits: (UInt8, UInt8) {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x61 + number - 10 }
        return (digit(self >> 4), digit(self & 15))
    }
}
