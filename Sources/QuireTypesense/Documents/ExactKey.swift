import QuireCluster
import QuireCore
import QuireEngine

/// A key of ASCII letters and digits, the same for two values exactly if they are equal. In filters it needs no quotes
/// and cannot be confused with syntax.
enum ExactKey {
    /// The server truncates words after 100 bytes.
    private static let longest = 99

    static func text(_ text: String) -> String {
        // The encoded form is never shorter than the text, so a text that is too long need not be encoded.
        if text.utf8.count < longest {
            let encoded = PlainKey.encoded(text)
            if encoded.utf8.count < longest { return "s" + encoded }
        }
        return "h" + SHA256.hexadecimal(of: text)
    }

    static func integer(_ number: Int64) -> String { (number < 0 ? "im" : "ip") + String(number.magnitude) }

    static func number(_ number: Double) -> String {
        "f" + OrderKey.hexadecimal(of: OrderKey.integer(of: number))
    }

    static func boolean(_ truth: Bool) -> String { truth ? "bt" : "bf" }

    /// The key of a tag, with or without a value.
    static func tag(_ name: String, _ value: String?) -> String {
        text(value.map { "\(name.utf8.count) \(name)\($0)" } ?? name.utf8.count.description + "-" + name)
    }

    /// The key of a field's value; `nil` if it has none.
    static func key(of value: EvaluatedValue, in field: IndexedField) -> String? {
        switch value {
        case .text(let text) where field.comparison == .text: Self.text(text)
        case .boolean(let truth) where field.comparison == .boolean: boolean(truth)
        case .integer, .number:
            if field.isDouble {
                value.exactDouble.map(number)
            } else if [.number, .date].contains(field.comparison) {
                value.exactInteger.map(integer)
            } else {
                nil
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
            guard let bits = UInt64(rest, radix: 16) else { return nil }
            return .number(OrderKey.number(of: Int64(bitPattern: bits ^ (1 << 63))))
        default: return nil
        }
    }
}
