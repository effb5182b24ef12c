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
