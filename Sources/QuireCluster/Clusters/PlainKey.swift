/// Texts as ASCII letters and digits alone: no tokenizer cuts them, no filter language reads anything in them.
package enum PlainKey {
    /// The text's bytes, `a`…`z` and `0`…`9` as they are, `q` as `qq`, every other one as `q` and two hexadecimal
    /// digits. No two texts have the same, and a text begins with another exactly where their forms do.
    package static func encoded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var encoded: [UInt8] = []
            encoded.reserveCapacity(bytes.count)
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "q"): encoded += [byte, byte]
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    encoded.append(byte)
                default: encoded += [UInt8(ascii: "q"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
            return String(decoding: encoded, as: UTF8.self)
        }
    }

    /// The text that a form was made of; `nil` where it is none.
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

    private static let digits = Array("0123456789abcdef".utf8)
}
