#if SQLite
import QuireEngine
import QuireText

/// The form of a test's SQL. Tests of one form differ only in their values.
///
/// The form depends on the operand: a fraction has another form than a whole number, because integer columns are
/// compared without rounding. Filters that were compiled before are used again only for the same forms.
enum LeafForm: Equatable, Sendable {
    case hasNoValue
    case one(Bound)
    case isBetween(lower: Bound, upper: Bound)
    /// An IN list, with the function that converts its elements.
    case list(function: String)
    case like, contains
    case prefix(hasEnd: Bool)
    case suffix
    case near
    case within(crosses: Bool)

    /// A comparison with one value, or one end of a range.
    enum Bound: Equatable, Sendable {
        case compare(NumberTest.Comparison)
        /// True for every value, but false without a value.
        case anyValue
        case never
    }
}

/// A test of a column: its form, and the values in the order of the form's parameters.
struct LeafTest {
    let form: LeafForm
    let values: [SQLValue]

    /// - Parameters:
    ///   - storage: How the column, or the elements of the list, are stored.
    ///   - hasPlace: Whether there are columns for degrees.
    init(_ test: EvaluatedTest, _ storage: Storage, hasPlace: Bool) {
        switch test {
        case .hasNoValue: (form, values) = (.hasNoValue, [])
        case .isAny(let operands):
            if operands.count == 1 {
                (form, values) = Self.one(.equal, operands[0], storage: storage)
            } else {
                (form, values) = Self.list(operands, storage)
            }
        case .isOrdered(let standings, let operand):
            (form, values) = Self.one(Self.comparison(for: standings), operand, storage: storage)
        case .isBetween(let lower, let upper):
            let lower = Self.bound(.greaterOrEqual, lower, storage: storage)
            let upper = Self.bound(.lessOrEqual, upper, storage: storage)
            (form, values) = (.isBetween(lower: lower.form, upper: upper.form), lower.values + upper.values)
        case .isLike(let part): (form, values) = (.like, [.text(part)])
        case .contains(let part): (form, values) = (.contains, [.text(part)])
        case .hasPrefix(let prefix):
            if prefix.isEmpty {
                (form, values) = (.one(.anyValue), [])
            } else if let end = prefix.endOfPrefixRange {
                (form, values) = (.prefix(hasEnd: true), [.text(prefix), .text(end)])
            } else {
                (form, values) = (.prefix(hasEnd: false), [.text(prefix)])
            }
        case .hasSuffix(let suffix):
            if suffix.isEmpty {
                (form, values) = (.one(.anyValue), [])
            } else {
                // Compared as bytes, because SQLite's text functions stop at a NUL.
                let bytes = Array(suffix.utf8)
                (form, values) = (.suffix, [.integer(Int64(-bytes.count)), .blob(bytes)])
            }
        case .isNear(let circle): (form, values) = hasPlace ? Self.near(circle) : (.one(.never), [])
        case .isWithin(let box): (form, values) = hasPlace ? Self.within(box) : (.one(.never), [])
        }
    }

    private static func comparison(for standings: Standings) -> NumberTest.Comparison {
        switch (standings.contains(.less), standings.contains(.equal), standings.contains(.greater)) {
        case (true, false, _): .less
        case (true, true, _): .lessOrEqual
        case (_, false, true): .greater
        case (_, true, true): .greaterOrEqual
        default: .equal
        }
    }

    private static func outcome(
        _ comparison: NumberTest.Comparison, _ operand: EvaluatedValue, storage: Storage
    ) -> NumberTest.Outcome {
        switch storage {
        case .integer, .date: return NumberTest.integers(comparison, operand)
        case .number: return NumberTest.doubles(comparison, operand)
        case .text, .longText:
            guard case .text(let text) = operand else { return .never }
            return .compare(comparison, .text(text))
        case .boolean:
            guard case .boolean(let truth) = operand else { return .never }
            return .compare(comparison, .integer(truth ? 1 : 0))
        case .place, .json, .list: return .never
        }
    }

    private static func one(
        _ comparison: NumberTest.Comparison, _ operand: EvaluatedValue, storage: Storage
    ) -> (LeafForm, [SQLValue]) {
        let bound = bound(comparison, operand, storage: storage)
        return (.one(bound.form), bound.values)
    }

    private static func bound(
        _ comparison: NumberTest.Comparison, _ operand: EvaluatedValue, storage: Storage
    ) -> (form: LeafForm.Bound, values: [SQLValue]) {
        switch outcome(comparison, operand, storage: storage) {
        case .compare(let comparison, let value): (.compare(comparison), [value])
        case .anyValue: (.anyValue, [])
        case .never: (.never, [])
        }
    }

    private static func list(_ operands: Operands, _ storage: Storage) -> (LeafForm, [SQLValue]) {
        let values = operands.compactMap { operand -> SQLValue? in
            guard case .compare(_, let value) = outcome(.equal, operand, storage: storage) else { return nil }
            return value
        }
        guard !values.isEmpty else { return (.one(.never), []) }
        let list = ValueList(values)
        return (.list(function: list.function), [list.parameter])
    }

    private static func near(_ circle: GeoCircle) -> (LeafForm, [SQLValue]) {
        // The latitudes are tested first, which avoids calling the function for most rows. The range is slightly larger
        // than exact because of rounding.
        let degrees = circle.radius / GeoCircle.earthRadius * 180 / .pi * 1.000001 + 1e-9
        return (
            .near,
            [
                .real(circle.latitude - degrees), .real(circle.latitude + degrees), .real(circle.latitude),
                .real(circle.longitude), .real(circle.radius),
            ]
        )
    }

    private static func within(_ box: GeoBox) -> (LeafForm, [SQLValue]) {
        (
            .within(crosses: box.west > box.east),
            [.real(box.south), .real(box.north), .real(box.west), .real(box.east)]
        )
    }
}

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
