import QuireCore
import QuireEngine
import QuireRemote

/// A key of ASCII letters and digits, the same for two values exactly if they are equal. In filters it needs no quotes
/// and cannot be confused with syntax.
enum ExactKey {
    /// The server truncates words after 100 bytes.
    private static let longest = 99

    static func text(_ text: String) -> String {
        // The encoded form is never shorter than the text, so a text that is too long need not be encoded.
        guard text.utf8.count < longest, case let key = "s" + PlainKey.encoded(text),
            key.utf8.count <= longest
        else { return "h" + SHA256.hexadecimal(of: text) }
        return key
    }

    /// The key of a tag, with or without a value.
    static func tag(_ name: String, _ value: String?) -> String {
        text(value.map { "\(name.utf8.count) \(name)\($0)" } ?? name.utf8.count.description + "-" + name)
    }

    /// The key of a field's value; `nil` if it has none.
    static func key(of value: EvaluatedValue, in field: IndexedField) -> String? {
        switch (field.comparison, value) {
        case (.text, .text(let text)): Self.text(text)
        case (.boolean, .boolean(let truth)): truth ? "bt" : "bf"
        case (.number, .integer), (.number, .number), (.date, .integer), (.date, .number):
            if field.isDouble {
                value.exactDouble.map { "f" + OrderKey.hexadecimal(of: OrderKey.integer(of: $0)) }
            } else {
                value.exactInteger.map { "\($0 < 0 ? "im" : "ip")\($0.magnitude)" }
            }
        default: nil
        }
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
            return OrderKey.integer(hexadecimal: rest).map { .number(OrderKey.number(of: $0)) }
        default: return nil
        }
    }
}
