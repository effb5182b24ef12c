#if SQLite

import QuireEngine

/// Comparisons of numbers without rounding: an integer column with a fraction, or a `Double` column with an integer
/// that no `Double` represents.
///
/// SQLite compares an integer with a double exactly in a scan, but rounds when it looks up a value in an index.
/// Therefore the operand is converted to the column's type here, and the comparison is adjusted.
enum NumberTest {
    enum Comparison: String {
        case equal = "=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    }

    enum Outcome: Equatable {
        case compare(Comparison, SQLValue)
        /// True for every value, but false without a value.
        case anyValue
        case never
    }

    /// The comparison for a column of integers.
    static func integers(_ comparison: Comparison, _ operand: EvaluatedValue) -> Outcome {
        switch operand {
        case .integer(let integer): return .compare(comparison, .integer(integer))
        case .number(let number):
            if number.isNaN { return .never }
            if number >= 0x1p63 {
                return comparison == .less || comparison == .lessOrEqual ? .anyValue : .never
            }
            if number < -0x1p63 {
                return comparison == .greater || comparison == .greaterOrEqual ? .anyValue : .never
            }
            let floor = number.rounded(.down)
            let integer = SQLValue.integer(Int64(floor))
            if floor == number { return .compare(comparison, integer) }
            switch comparison {
            case .equal: return .never
            case .less, .lessOrEqual: return .compare(.lessOrEqual, integer)
            case .greater, .greaterOrEqual: return .compare(.greater, integer)
            }
        default: return .never
        }
    }

    /// The comparison for a column of doubles.
    static func doubles(_ comparison: Comparison, _ operand: EvaluatedValue) -> Outcome {
        switch operand {
        case .number(let number): return number.isNaN ? .never : .compare(comparison, .real(number))
        case .integer(let integer):
            let number = Double(integer)
            if Int64(exactly: number) == integer { return .compare(comparison, .real(number)) }
            // The integer lies between two doubles. The one below gives the same results.
            let below = number >= 0x1p63 || Int64(number) > integer ? number.nextDown : number
            switch comparison {
            case .equal: return .never
            case .less, .lessOrEqual: return .compare(.lessOrEqual, .real(below))
            case .greater, .greaterOrEqual: return .compare(.greater, .real(below))
            }
        default: return .never
        }
    }
}
#endif
