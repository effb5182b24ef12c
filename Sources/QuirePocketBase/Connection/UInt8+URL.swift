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
