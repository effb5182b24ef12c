#if SQLite

import QuireEngine
import QuireText

/// The form of a test's SQL. Tests of one form differ only in their values.
///
/// The form depends on the operand: a fraction has another form than a whole number, because integer columns are
/// compared without rounding. Filters that were compiled before are used again only for the same forms.
enum LeafForm: Equatable, Sendable {
    case hasNoValue
    case compare(NumberTest.Comparison)
    /// True for every value, but false without a value.
    case anyValue
    case never
    case isBetween(lower: Bound, upper: Bound)
    /// An IN list, with the function that converts its elements.
    case list(function: String)
    case like, contains
    case prefix(hasEnd: Bool)
    case suffix
    case near
    case within(crosses: Bool)

    /// The form of one end of a range.
    enum Bound: Equatable, Sendable { case compare(NumberTest.Comparison), anyValue, never }
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
                (form, values) = Self.compare(.equal, operands[0], storage: storage)
            } else {
                (form, values) = Self.list(operands, storage)
            }
        case .isOrdered(let standings, let operand):
            (form, values) = Self.compare(Self.comparison(for: standings), operand, storage: storage)
        case .isBetween(let lower, let upper):
            let lower = Self.bound(.greaterOrEqual, lower, storage: storage)
            let upper = Self.bound(.lessOrEqual, upper, storage: storage)
            (form, values) = (.isBetween(lower: lower.form, upper: upper.form), lower.values + upper.values)
        case .isLike(let part): (form, values) = (.like, [.text(part)])
        case .contains(let part): (form, values) = (.contains, [.text(part)])
        case .hasPrefix(let prefix):
            if prefix.isEmpty {
                (form, values) = (.anyValue, [])
            } else if let end = prefix.endOfPrefixRange {
                (form, values) = (.prefix(hasEnd: true), [.text(prefix), .text(end)])
            } else {
                (form, values) = (.prefix(hasEnd: false), [.text(prefix)])
            }
        case .hasSuffix(let suffix):
            if suffix.isEmpty {
                (form, values) = (.anyValue, [])
            } else {
                // Compared as bytes, because SQLite's text functions stop at a NUL.
                let bytes = Array(suffix.utf8)
                (form, values) = (.suffix, [.integer(Int64(-bytes.count)), .blob(bytes)])
            }
        case .isNear(let circle): (form, values) = hasPlace ? Self.near(circle) : (.never, [])
        case .isWithin(let box): (form, values) = hasPlace ? Self.within(box) : (.never, [])
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

    private static func compare(
        _ comparison: NumberTest.Comparison, _ operand: EvaluatedValue, storage: Storage
    ) -> (LeafForm, [SQLValue]) {
        switch outcome(comparison, operand, storage: storage) {
        case .compare(let comparison, let value): (.compare(comparison), [value])
        case .anyValue: (.anyValue, [])
        case .never: (.never, [])
        }
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
        guard !values.isEmpty else { return (.never, []) }
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
#endif
