/// A value in a filter. Only these functions create one, so that no value can become a part of the language.
struct Literal: Sendable, Hashable {
    /// The literal as a part of a filter.
    let text: String

    private init(_ text: String) { self.text = text }

    static let null = Literal("null")
    static let empty = Literal("''")

    static func boolean(_ truth: Bool) -> Literal { Literal(truth ? "true" : "false") }

    static func integer(_ integer: Int64) -> Literal { Literal(String(integer)) }

    static func number(_ number: Double) -> Literal {
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return .integer(integer) }
        let text = number.description
        // PocketBase does not read exponents outside quotes.
        return Literal(text.utf8.contains(UInt8(ascii: "e")) ? "'\(text)'" : text)
    }

    /// A text in quotes. It must not contain NUL, which PocketBase refuses.
    static func text(_ text: String) -> Literal { Literal("'\(escaped(text, isPattern: false))'") }

    /// A pattern of the search for a part. Anything may come before and after it.
    static func pattern(_ part: String) -> Literal {
        // PocketBase would add `%` at both ends of a pattern without any, so there always is one.
        Literal("'%\(escaped(part, isPattern: true))%'")
    }

    private static func escaped(_ text: String, isPattern: Bool) -> String {
        func isSyntax(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): true
            case UInt8(ascii: "%"), UInt8(ascii: "_"): isPattern
            default: false
            }
        }
        guard text.utf8.contains(where: isSyntax) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isSyntax(byte) {
                // The language reads one pair of backslashes as one, and patterns read another pair.
                let backslashes =
                    byte == UInt8(ascii: "'") ? 1 : isPattern ? byte == UInt8(ascii: "\\") ? 3 : 2 : 1
                bytes += repeatElement(UInt8(ascii: "\\"), count: backslashes)
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
