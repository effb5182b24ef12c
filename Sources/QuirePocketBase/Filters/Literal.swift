/// A value in a filter, printed. Only these functions create one, so that no value can become a part of the language.
struct Literal: Sendable, Hashable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let null = Literal("null")
    static let empty = Literal("''")

    static func boolean(_ truth: Bool) -> Literal { Literal(truth ? "true" : "false") }

    static func integer(_ integer: Int64) -> Literal { Literal(String(integer)) }

    /// PocketBase does not read exponents outside quotes.
    static func number(_ number: Double) -> Literal {
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return .integer(integer) }
        let text = number.description
        return Literal(text.utf8.contains(UInt8(ascii: "e")) ? "'\(text)'" : text)
    }

    /// A text in quotes. It must not contain NUL, which PocketBase refuses.
    static func text(_ text: String) -> Literal { Literal(quoted(text, isPattern: false)) }

    /// A pattern of the search for a part. Anything may come where `%` is.
    ///
    /// PocketBase would add `%` at both ends of a pattern without any, so there always is one.
    static func pattern(_ part: String, from start: String = "%", to end: String = "%") -> Literal {
        Literal(quoted(part, isPattern: true, from: start, to: end))
    }

    private static func quoted(
        _ text: String, isPattern: Bool, from start: String = "", to end: String = ""
    ) -> String {
        var result: [UInt8] = [UInt8(ascii: "'")] + Array(start.utf8)
        result.reserveCapacity(text.utf8.count + 4)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"):
                // One pair for the language, and another one for patterns.
                result += isPattern ? Array("\\\\\\\\".utf8) : Array("\\\\".utf8)
            case UInt8(ascii: "'"): result += Array("\\'".utf8)
            case UInt8(ascii: "%") where isPattern, UInt8(ascii: "_") where isPattern:
                result += Array("\\\\".utf8) + [byte]
            default: result.append(byte)
            }
        }
        result += Array(end.utf8) + [UInt8(ascii: "'")]
        return String(decoding: result, as: UTF8.self)
    }
}
