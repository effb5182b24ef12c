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
