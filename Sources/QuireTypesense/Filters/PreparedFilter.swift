import QuireCore
import QuireEngine
import QuireRemote

/// The forms of tests in a collection that Quire prepared: exact keys and ordered integers beside the values.
struct PreparedFilter {
    let leaf: Filter.Leaf

    private static let fallback = "or let the rest be filtered here with .fallback(.clientSide(maxScanned:))"

    func condition(_ indexed: IndexedTest) throws(UnsupportedError) -> FieldFilter {
        try positive(indexed).negated(if: indexed.isNegated)
    }

    private func positive(_ indexed: IndexedTest) throws(UnsupportedError) -> FieldFilter {
        let field = indexed.field
        switch indexed.test {
        case .hasNoValue: return .absence(of: field)
        case .isAny(let operands):
            return .keys(field.keys, operands.compactMap { ExactKey.key(of: $0, in: field) })
        case .isOrdered, .isBetween: return try ranged(try range(indexed.test, of: field), indexed)
        case .isLike(let part) where part.isEmpty, .contains(let part) where part.isEmpty,
            .hasPrefix(let part) where part.isEmpty, .hasSuffix(let part) where part.isEmpty:
            return .presence(of: field)
        case .hasPrefix(let prefix):
            guard let range = TextOrderKey.range(ofPrefix: prefix) else {
                throw unsupported("its beginnings of texts are short; look for fewer characters, ")
            }
            return try ranged(range, indexed)
        case .isLike, .contains, .hasSuffix:
            throw unsupported("it looks for no parts of texts; search the words with .search, ")
        case .isNear: throw unsupported("its circles are not exact; use .within a box, ")
        case .isWithin(let box):
            guard !field.isList else { throw unsupported("it knows no lists of places; ") }
            return within(box, field)
        }
    }

    private func unsupported(_ reason: String) -> UnsupportedError {
        UnsupportedError(
            node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint: reason + Self.fallback)
    }

    // MARK: - Orderings

    /// The ordered integers that satisfy a comparison.
    private func range(
        _ test: EvaluatedTest, of field: IndexedField
    ) throws(UnsupportedError) -> ClosedRange<Int64>? {
        if field.comparison == .text { return try textRange(test) }
        guard field.isDouble else { return NumberRange.integers(test) }
        return NumberRange.doubles(test).map { range in
            let lower = range.lowerBound == -.infinity ? .min : OrderKey.integer(of: range.lowerBound)
            let upper = range.upperBound == .infinity ? .max : OrderKey.integer(of: range.upperBound)
            return lower...upper
        }
    }

    private func textRange(_ test: EvaluatedTest) throws(UnsupportedError) -> ClosedRange<Int64>? {
        func key(_ value: EvaluatedValue) throws(UnsupportedError) -> Int64 {
            if case .text(let text) = value, case let key = TextOrderKey(text), key.isExact {
                return key.value
            }
            throw unsupported("it orders texts by their first characters; compare with a shorter text, ")
        }
        switch test {
        case .isOrdered(let standings, let operand):
            let bound = try key(operand)
            let isIncluded = standings.contains(.equal)
            if standings.contains(.greater) { return (isIncluded ? bound : bound + 1) ... .max }
            let upper = isIncluded ? bound : bound - 1
            return .min...upper
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try key(lower), try key(upper))
            return lower <= upper ? lower...upper : nil
        default: return nil
        }
    }

    /// Tests whether any value of the field lies in a range.
    private func ranged(
        _ range: ClosedRange<Int64>?, _ indexed: IndexedTest
    ) throws(UnsupportedError) -> FieldFilter {
        let field = indexed.field
        guard let range else { return .nothing }
        let (isFromStart, isToEnd) = (range.lowerBound == .min, range.upperBound == .max)
        if isFromStart, isToEnd { return .presence(of: field) }
        guard field.isList else { return .inside(field.orders, range, optional: field) }
        if isToEnd { return .inside(field.highest, range, optional: field) }
        if isFromStart { return .inside(field.lowest, range, optional: field) }
        guard !indexed.isNegated else {
            throw unsupported("it cannot tell that no element of a list lies in between; ")
        }
        // On a list, a range by itself counts an item once for each matching element.
        return .all([.presence(of: field), .inside(field.orders, range)])
    }

    // MARK: - Places

    private func within(_ box: GeoBox, _ field: IndexedField) -> FieldFilter {
        guard box.south <= box.north else { return .nothing }
        let (west, east) = (OrderKey.integer(of: box.west), OrderKey.integer(of: box.east))
        let latitudes = OrderKey.integer(of: box.south)...OrderKey.integer(of: box.north)
        // An item without a longitude has no latitude either.
        func longitudes(_ range: ClosedRange<Int64>) -> FieldFilter { .inside(field.longitude, range) }
        return .all([
            .inside(field.latitude, latitudes, optional: field),
            // The box may cross the 180th meridian.
            box.west > box.east
                ? .any([longitudes(west ... .max), longitudes(.min...east)]) : longitudes(west...east),
        ])
    }
}
