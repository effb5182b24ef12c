extension HTMLEntities {
    /// The entity that starts with the `&` at an index, and its end. `nil` if browsers see no entity there.
    ///
    /// Takes constant time, because entity names are short.
    static func entity(
        at start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, end: Int)? {
        var end = start + 1
        while end < bytes.count, end - start <= 32, isOfName(bytes[end]) { end += 1 }
        let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)[...]
        let isTerminated = end < bytes.count && bytes[end] == UInt8(ascii: ";")
        let scalar: Unicode.Scalar?
        if name.first == "#" {
            scalar = numbered(name.dropFirst())
        } else if isTerminated || unterminated.contains(name) {
            scalar = self.scalar(of: name)
        } else {
            scalar = nil
        }
        return scalar.map { ($0, end + (isTerminated ? 1 : 0)) }
    }

    /// Whether a byte is a letter, a digit, or `#`.
    private static func isOfName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "#")
    }

    private static func numbered(_ number: Substring) -> Unicode.Scalar? {
        let isHexadecimal = number.first == "x" || number.first == "X"
        let digits = isHexadecimal ? number.dropFirst() : number
        guard !digits.isEmpty, digits.allSatisfy({ isHexadecimal ? $0.isHexDigit : $0.isNumber }) else {
            return nil
        }
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value != 0 else {
            return "\u{FFFD}"
        }
        if 0x80...0x9F ~= value { return windows[Int(value - 0x80)] }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The characters that browsers use for the code points 128 to 159.
    private static let windows = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
