/// A text as the server sorts it: of digits and lower-case letters alone, whose order is that of the text's bytes.
///
/// Digits and the letters a to w take one character, all others three. The server looks at the first 2,000.
enum SortText {
    /// Characters kept, with the one that stands before all texts.
    static let longest = 1999

    static func encoded(_ text: String) -> String {
        // An empty text would be none to the server.
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
