import QuireCore
import QuireEngine
import QuireRemote

/// A key of ASCII letters and digits, the same for two values exactly if they are equal. In filters it needs no quotes
/// and cannot be confused with syntax.
enum ExactKey {
    /// The server truncates words after 100 bytes.
    private static let longest = 99

    static func text(_ text: String) -> String { string { append(text, to: &$0) } }
    static func integer(_ number: Int64) -> String { string { append(number, to: &$0) } }
    static func number(_ number: Double) -> String { string { append(number, to: &$0) } }
    static func boolean(_ truth: Bool) -> String { truth ? "bt" : "bf" }

    private static func string(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        // The encoded form is never shorter than the text, so a text that is too long need not be encoded.
        if text.utf8.count < longest {
            bytes.append(UInt8(ascii: "s"))
            PlainKey.append(text, to: &bytes)
            if bytes.count - start <= longest { return }
            bytes.removeSubrange(start...)
        }
        bytes.append(UInt8(ascii: "h"))
        bytes.append(text: SHA256.hexadecimal(of: text))
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        bytes.append(fixed: number < 0 ? "im" : "ip")
        bytes.append(digitsOf: number.magnitude)
    }

    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "f"))
        OrderKey.append(hexadecimalOf: OrderKey.integer(of: number), to: &bytes)
    }

    /// The key of a tag, with or without a value.
    static func tag(_ name: String, _ value: String?) -> String {
        text(value.map { "\(name.utf8.count) \(name)\($0)" } ?? name.utf8.count.description + "-" + name)
    }

    /// The key of a field's value; `nil` if it has none.
    static func key(of value: EvaluatedValue, in field: IndexedField) -> String? {
        var bytes: [UInt8] = []
        return append(value, in: field, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Appends the key of a field's value. Returns `false` if it has none.
    static func append(_ value: EvaluatedValue, in field: IndexedField, to bytes: inout [UInt8]) -> Bool {
        switch (field.comparison, value) {
        case (.text, .text(let text)): append(text, to: &bytes)
        case (.boolean, .boolean(let truth)): bytes.append(fixed: truth ? "bt" : "bf")
        case (.number, .integer), (.number, .number), (.date, .integer), (.date, .number):
            if field.isDouble {
                guard let number = value.exactDouble else { return false }
                append(number, to: &bytes)
            } else {
                guard let number = value.exactInteger else { return false }
                append(number, to: &bytes)
            }
        default: return false
        }
        return true
    }

    /// The value of a key; `nil` for keys of long texts, which do not contain the text.
    static func value(of key: String, in field: IndexedField) -> FilterValue? {
        let rest = key.dropFirst()
        switch key.utf8.first {
        case UInt8(ascii: "s"): return PlainKey.decoded(rest).map(FilterValue.string)
        case UInt8(ascii: "b"): return .boolean(rest == "t")
        case UInt8(ascii: "i"):
            guard let number = Int64((rest.hasPrefix("m") ? "-" : "") + rest.dropFirst()) else { return nil }
            return field.comparison == .date ? .date(milliseconds: number) : .integer(number)
        case UInt8(ascii: "f"):
            guard let bits = UInt64(rest, radix: 16) else { return nil }
            return .number(OrderKey.number(of: Int64(bitPattern: bits ^ (1 << 63))))
        default: return nil
        }
    }
}
