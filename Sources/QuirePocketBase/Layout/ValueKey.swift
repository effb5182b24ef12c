import QuireCore
import QuireEngine
import QuireRemote

/// Texts that stand for values in Quire's own columns.
enum ValueKey {
    /// A text that is the same for two values exactly if they are equal; `nil` if the field cannot hold the value.
    static func exact(_ value: EvaluatedValue, of field: RecordField) -> String? {
        switch (field.indexed.comparison, value) {
        case (.text, .text(let text)): SearchedText.exact(text)
        case (.boolean, .boolean(let truth)): truth ? "1" : "0"
        case (.number, _), (.date, _): order(value, of: field)
        default: nil
        }
    }

    /// A text that sorts by its bytes as the values do, and is never empty; `nil` if the field cannot hold the value.
    static func order(_ value: EvaluatedValue, of field: RecordField) -> String? {
        switch field.indexed.comparison {
        case .text: value.text.map { "=" + $0 }
        case .number, .date:
            if field.isDouble {
                value.exactDouble.map { OrderKey.hexadecimal(of: OrderKey.integer(of: $0)) }
            } else {
                value.exactInteger.map(OrderKey.hexadecimal)
            }
        case .boolean, .place, .nothing: nil
        }
    }

    /// What a column holds of an integer beyond ±2^53: the nearest number that is still a 64-bit integer.
    static func column(of integer: Int64) -> Double { min(Double(integer), 0x1p63.nextDown) }

    /// Whether a PocketBase number holds the integer exactly, and no other integer has the same number.
    static func isExact(_ integer: Int64) -> Bool { integer.magnitude < 1 << 53 }
}
