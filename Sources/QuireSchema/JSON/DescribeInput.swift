extension JSONParser {
    /// Describes the input at the position, for a message.
    func describeByte() -> String {
        if position >= end { return "the end of the document" }
        let byte = base[position]
        if byte == 0x0A || byte == 0x0D { return "the end of the line" }
        let length = utf8Length(position)
        if length == 0 { return "a byte that is not UTF-8" }
        let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
        if let scalar = text.unicodeScalars.first, !isPrintable(scalar) {
            return "invisible character \(codePoint(scalar.value))"
        }
        return quoted(text)
    }

    /// Input in single quotation marks, made printable.
    func printable(_ start: Int, _ end: Int) -> String {
        quoted(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    func hexadecimal4(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    func codePoint(_ value: UInt32) -> String { "U+\(hexadecimal4(value))" }
}
