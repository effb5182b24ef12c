import QuireCluster
import QuireEngine

/// The integers that stand for values in the order of these.
enum OrderedValue {
    /// `nil` for what has no order.
    static func integer(of value: EvaluatedValue, in field: IndexedField) -> Int64? {
        switch value {
        case .text(let text): TextOrderKey(text).value
        case .boolean(let truth): truth ? 1 : 0
        case .integer, .number:
            field.isDouble ? value.exactDouble.map(OrderKey.integer) : value.exactInteger
        case .place, .opaque: nil
        }
    }

    /// Where among an order's integers one stands: the server takes those at the ends of Int64 for missing ones, so
    /// each of these has a number of its own.
    static func extreme(_ integer: Int64) -> Int64 {
        switch integer {
        case .min: 0
        case .min + 1: 1
        case .max: 3
        default: 2
        }
    }
}
