import QuireRemote

/// A value in a filter. Only these functions create one, so that no value can become a part of the language.
struct Literal: Sendable, Hashable {
    private enum Form: Sendable, Hashable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case number(Double)
        case text(String)
        /// The part, and whether anything may come before and after it.
        case pattern(String)
    }

    private let form: Form

    private init(_ form: Form) { self.form = form }

    static let null = Literal(.null)
    static let empty = Literal(.text(""))

    static func boolean(_ truth: Bool) -> Literal { Literal(.boolean(truth)) }

    static func integer(_ integer: Int64) -> Literal { Literal(.integer(integer)) }

    static func number(_ number: Double) -> Literal {
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return .integer(integer) }
        return Literal(.number(number))
    }

    /// A text in quotes. It must not contain NUL, which PocketBase refuses.
    static func text(_ text: String) -> Literal { Literal(.text(text)) }

    /// A pattern of the search for a part. Anything may come before and after it.
    static func pattern(_ part: String) -> Literal { Literal(.pattern(part)) }

    /// The literal as a part of a filter.
    var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func write(to bytes: inout [UInt8]) {
        switch form {
        case .null: bytes.append(fixed: "null")
        case .boolean(let truth): bytes.append(fixed: truth ? "true" : "false")
        case .integer(let integer): bytes.append(digitsOf: integer)
        case .number(let number):
            // PocketBase does not read exponents outside quotes.
            let text = number.description
            let isQuoted = text.utf8.contains(UInt8(ascii: "e"))
            if isQuoted { bytes.append(UInt8(ascii: "'")) }
            bytes.append(text: text)
            if isQuoted { bytes.append(UInt8(ascii: "'")) }
        case .text(let text):
            bytes.append(UInt8(ascii: "'"))
            Self.write(text, isPattern: false, to: &bytes)
            bytes.append(UInt8(ascii: "'"))
        case .pattern(let part):
            // PocketBase would add `%` at both ends of a pattern without any, so there always is one.
            bytes.append(fixed: "'%")
            Self.write(part, isPattern: true, to: &bytes)
            bytes.append(fixed: "%'")
        }
    }

    private static func write(_ text: String, isPattern: Bool, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            var start = 0
            for (position, byte) in text.enumerated() {
                switch byte {
                case UInt8(ascii: "\\"), UInt8(ascii: "'"): break
                case UInt8(ascii: "%") where isPattern, UInt8(ascii: "_") where isPattern: break
                default: continue
                }
                bytes.append(contentsOf: text[start..<position])
                start = position + 1
                switch byte {
                case UInt8(ascii: "\\"):
                    // One pair for the language, and another one for patterns.
                    if isPattern { bytes.append(fixed: "\\\\") }
                    bytes.append(fixed: "\\\\")
                case UInt8(ascii: "'"): bytes.append(fixed: "\\'")
                default:
                    bytes.append(fixed: "\\\\")
                    bytes.append(byte)
                }
            }
            bytes.append(contentsOf: text[start...])
        }
    }
}
