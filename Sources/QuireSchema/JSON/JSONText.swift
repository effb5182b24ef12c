/// Decoding of string nodes.
enum JSONText {
    /// The characters of a string node. Errors have been reported, and become U+FFFD here.
    static func decode(_ node: JSONNode, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let (start, end) = content(node)
        if !node.has(JSONNode.escaped) {
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }
        var text: [UInt8] = []
        text.reserveCapacity(end - start)
        var offset = start
        while offset < end {
            let byte = bytes[offset]
            if byte != 0x5C {
                text.append(byte)
                offset += 1
                continue
            }
            let escape = offset + 1 < end ? bytes[offset + 1] : 0
            if escape == 0x75 {
                appendUnicode(&text, bytes, offset: &offset, end: end)
                continue
            }
            if let character = simpleEscape(escape) { text.append(character) } else { text.append(escape) }
            offset += 2
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The offsets between the quotation marks.
    static func content(_ node: JSONNode) -> (start: Int, end: Int) {
        let start = Int(node.start)
        let end = Int(node.end)
        if node.has(JSONNode.bare) { return (start, end) }
        return (start + 1, node.has(JSONNode.unterminated) ? end : end - 1)
    }

    /// The character of a one-letter escape.
    static func simpleEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case 0x22, 0x2F, 0x5C: return letter
        case 0x62: return 0x08
        case 0x66: return 0x0C
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        default: return nil
        }
    }

    /// Reads four hexadecimal digits at an offset.
    static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, end: Int) -> UInt32? {
        guard offset + 4 <= end else { return nil }
        var value: UInt32 = 0
        for index in offset..<offset + 4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func appendUnicode(
        _ text: inout [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, offset: inout Int, end: Int
    ) {
        guard var value = hexadecimal(bytes, at: offset + 2, end: end) else {
            text += [0xEF, 0xBF, 0xBD]
            offset += 2
            return
        }
        offset += 6
        if value >= 0xD800, value < 0xDC00, offset + 1 < end, bytes[offset] == 0x5C,
            bytes[offset + 1] == 0x75,
            let low = hexadecimal(bytes, at: offset + 2, end: end), low >= 0xDC00, low < 0xE000
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            offset += 6
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    }
}
