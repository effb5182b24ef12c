import QuireEngine
import QuireRemote

/// Integers that sort like the values they represent.
enum OrderedValue {
    /// The integer of a value; `nil` if it cannot be ordered.
    static func integer(of value: EvaluatedValue, in field: IndexedField) -> Int64? {
        switch value {
        case .text(let text): TextOrderKey(text).value
        case .boolean(let truth): truth ? 1 : 0
        case .integer, .number:
            field.isDouble ? value.exactDouble.map(OrderKey.integer) : value.exactInteger
        case .place, .opaque: nil
        }
    }

    /// A number that distinguishes integers at the ends of Int64, which the server's sorting would treat as missing
    /// values.
    static func extreme(_ integer: Int64) -> Int64 {
        switch integer {
        case .min: 0
        case .min + 1: 1
        case .max: 3
        default: 2
        }
    }
}

/// A text encoded for sorting by the server: only digits and lowercase letters, which sort like the text's bytes.
///
/// Digits and the letters a to w take one character, all others three. The server compares the first 2,000 characters.
enum SortText {
    /// The maximum length, without the character that comes first in every encoded text.
    static let longest = 1999

    static func encoded(_ text: String) -> String {
        // The server would treat an empty text as missing.
        var encoded: [UInt8] = [UInt8(ascii: "x")]
        for byte in text.utf8 {
            guard encoded.count <= longest - 3 else { break }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.append(symbols[1 + Int(byte - UInt8(ascii: "0"))])
            case UInt8(ascii: "a")...UInt8(ascii: "w"):
                encoded.append(symbols[12 + Int(byte - UInt8(ascii: "a"))])
            case ..<UInt8(ascii: "0"): encoded += escaped(byte, after: 0)
            case ..<UInt8(ascii: "a"): encoded += escaped(byte, after: 11)
            default: encoded += escaped(byte, after: 35)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8, after symbol: Int) -> [UInt8] {
        [symbols[symbol], symbols[Int(byte) / 36], symbols[Int(byte) % 36]]
    }

    private static let symbols = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
}
