#if SQLite

import QuireEngine

/// Compiles one condition on one value to SQL: on a column, or on the elements in a side table.
///
/// The result is false or NULL if there is no value. `Predicate.complement` treats both as false.
struct LeafCompiler {
    let storage: Storage
    /// The column's name, with its table.
    let column: String
    let folded: String?
    let latitude: String?
    let longitude: String?

    func predicate(_ test: EvaluatedTest) -> Predicate {
        switch test {
        case .hasNoValue: .sql(SQLBuilder("\(column) IS NULL"))
        case .isAny(let operands): isAny(operands)
        case .isOrdered(let standings, let operand): compare(comparison(for: standings), operand)
        case .isBetween(let lower, let upper):
            .all([compare(.greaterOrEqual, lower), compare(.lessOrEqual, upper)])
        case .isLike(let part):
            .sql(compose("quire_like(\(column), \(folded ?? "NULL"), ", .value(.text(part)), ")"))
        case .contains(let part): .sql(compose("instr(\(column), ", .value(.text(part)), ") > 0"))
        case .hasPrefix(let prefix): hasPrefix(prefix)
        case .hasSuffix(let suffix): hasSuffix(suffix)
        case .isNear(let circle): isNear(circle)
        case .isWithin(let box): isWithin(box)
        }
    }

    private func comparison(for standings: Standings) -> NumberTest.Comparison {
        switch (standings.contains(.less), standings.contains(.equal), standings.contains(.greater)) {
        case (true, false, _): .less
        case (true, true, _): .lessOrEqual
        case (_, false, true): .greater
        case (_, true, true): .greaterOrEqual
        default: .equal
        }
    }

    private func compare(_ comparison: NumberTest.Comparison, _ operand: EvaluatedValue) -> Predicate {
        switch outcome(comparison, operand) {
        case .compare(let comparison, let value):
            var condition = SQLBuilder("\(column) \(comparison.rawValue) ")
            condition.bind(value)
            return .sql(condition)
        case .anyValue: return .sql(SQLBuilder("\(column) IS NOT NULL"))
        case .never: return .never
        }
    }

    private func outcome(
        _ comparison: NumberTest.Comparison, _ operand: EvaluatedValue
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

    private func isAny(_ operands: [EvaluatedValue]) -> Predicate {
        if operands.count == 1, let operand = operands.first { return compare(.equal, operand) }
        let values = operands.compactMap { operand -> SQLValue? in
            guard case .compare(_, let value) = outcome(.equal, operand) else { return nil }
            return value
        }
        guard !values.isEmpty else { return .never }
        return .sql(compose("\(column) IN (", .part(ValueList(values).rows), ")"))
    }

    /// The texts from the prefix up to the first text that can no longer begin with it: a range that an index supports.
    private func hasPrefix(_ prefix: String) -> Predicate {
        if prefix.isEmpty { return .sql(SQLBuilder("\(column) IS NOT NULL")) }
        var condition = compose("\(column) >= ", .value(.text(prefix)))
        if let end = TextRange.end(ofPrefix: prefix) {
            condition.append(compose(" AND \(column) < ", .value(.text(end))))
        }
        return .sql(compose("(", .part(condition), ")"))
    }

    private func hasSuffix(_ suffix: String) -> Predicate {
        if suffix.isEmpty { return .sql(SQLBuilder("\(column) IS NOT NULL")) }
        // Compared as bytes, because SQLite's text functions stop at a NUL.
        let bytes = Array(suffix.utf8)
        return .sql(
            compose(
                "substr(CAST(\(column) AS BLOB), ", .value(.integer(Int64(-bytes.count))), ") = ",
                .value(.blob(bytes))))
    }

    private func isNear(_ circle: GeoCircle) -> Predicate {
        guard let latitude, let longitude else { return .never }
        // The latitudes are tested first, which avoids calling the function for most rows. The range is slightly larger
        // than exact because of rounding.
        let degrees = circle.radius / GeoCircle.earthRadius * 180 / .pi * 1.000001 + 1e-9
        return .sql(
            compose(
                "(\(latitude) BETWEEN ", .value(.real(circle.latitude - degrees)), " AND ",
                .value(.real(circle.latitude + degrees)), " AND quire_distance(",
                .value(.real(circle.latitude)), ", ", .value(.real(circle.longitude)),
                ", \(latitude), \(longitude)) <= ", .value(.real(circle.radius)), ")"))
    }

    private func isWithin(_ box: GeoBox) -> Predicate {
        guard let latitude, let longitude else { return .never }
        let crosses = box.west > box.east
        return .sql(
            compose(
                "(\(latitude) BETWEEN ", .value(.real(box.south)), " AND ", .value(.real(box.north)),
                " AND (\(longitude) >= ", .value(.real(box.west)), crosses ? " OR " : " AND ",
                "\(longitude) <= ",
                .value(.real(box.east)), "))"))
    }
}
#endif
