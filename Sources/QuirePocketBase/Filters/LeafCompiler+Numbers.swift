import QuireCore
import QuireEngine
import QuireRemote

extension LeafCompiler {
    // MARK: - Floating-point numbers

    func number(_ test: EvaluatedTest) -> Condition {
        switch test {
        case .isAny(let operands):
            return Self.any(operands) { operand in
                operand.exactDouble.map { number in
                    let test = own(.equal, .number(number))
                    return number == 0 ? withValue(test) : test
                }
            }
        case .isOrdered(let standings, let operand):
            if let number = operand.exactDouble { return ordered(standings, number) }
        default: break
        }
        guard let range = NumberRange.doubles(test) else { return .nothing }
        var parts: [Condition] = []
        if range.lowerBound > -.infinity { parts.append(own(.greaterOrEqual, .number(range.lowerBound))) }
        if range.upperBound < .infinity { parts.append(own(.lessOrEqual, .number(range.upperBound))) }
        return range.contains(0) ? withValue(.all(parts)) : .all(parts)
    }

    private func ordered(_ standings: Standings, _ number: Double) -> Condition {
        let includesEqual = standings.contains(.equal)
        let isGreater = standings.contains(.greater)
        let symbol: Condition.Test.Operator =
            isGreater ? (includesEqual ? .greaterOrEqual : .greater) : (includesEqual ? .lessOrEqual : .less)
        let test = own(symbol, .number(number))
        let holdsZero = isGreater ? number < 0 : number > 0
        return holdsZero || (number == 0 && includesEqual) ? withValue(test) : test
    }

    // MARK: - Integers

    func integer(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        if case .isAny(let operands) = test {
            return try Self.any(operands) { (operand) throws(UnsupportedError) -> Condition? in
                guard let integer = operand.exactInteger else { return nil }
                if ValueKey.isExact(integer) {
                    let test = own(.equal, .integer(integer))
                    return integer == 0 ? withValue(test) : test
                }
                try checkLarge()
                return beside(.large, .equal, .text(OrderKey.hexadecimal(of: integer)))
            }
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        let (lower, upper) = (try lower(range.lowerBound), try upper(range.upperBound))
        let bounds: Condition =
            if case .everything = lower { upper } else if case .everything = upper { lower } else {
                .all([lower, upper])
            }
        return range.contains(0) ? withValue(bounds) : bounds
    }

    private func checkLarge() throws(UnsupportedError) {
        guard !field.isManaged else { return }
        throw refused("PocketBase's numbers are exact within ±2^53 only; use a managed collection")
    }

    // Integers beyond ±2^53 are rounded in the column, but their order keys are exact. The key is empty for others.

    private func lower(_ bound: Int64) throws(UnsupportedError) -> Condition {
        if bound == .min { return .everything }
        if ValueKey.isExact(bound) { return own(.greaterOrEqual, .integer(bound)) }
        try checkLarge()
        let test = beside(.large, .greaterOrEqual, .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .any([beside(.large, .equal, .empty), test])
    }

    private func upper(_ bound: Int64) throws(UnsupportedError) -> Condition {
        if bound == .max { return .everything }
        if ValueKey.isExact(bound) { return own(.lessOrEqual, .integer(bound)) }
        try checkLarge()
        let test = beside(.large, .lessOrEqual, .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .all([beside(.large, .notEqual, .empty), test])
    }

    // MARK: - Dates

    func date(_ test: EvaluatedTest) -> Condition {
        DateCondition(column: column, present: present, zero: .all([own(.equal, .empty), isMarked]))
            .condition(test)
    }
}

/// Conditions on a column of dates, whose texts sort as the dates do. An empty text is smaller than all.
struct DateCondition {
    let column: String
    let present: Condition
    /// Whether the value is the first moment of year 1, for which the column is empty.
    let zero: Condition

    /// The column of a date that the server sets in every record.
    static func ofServer(_ column: String) -> DateCondition {
        DateCondition(
            column: column, present: .test(column, .notEqual, .empty),
            zero: .test(column, .equal, .text(RecordDate.text(RecordDate.zero))))
    }

    func condition(_ test: EvaluatedTest) -> Condition {
        let held = RecordDate.held
        switch test {
        case .hasNoValue: return present.negated
        case .isAny(let operands):
            return LeafCompiler.any(operands) { operand in
                guard let date = operand.exactInteger, held.contains(date) else { return nil }
                return date == RecordDate.zero ? zero : .test(column, .equal, .text(RecordDate.text(date)))
            }
        default: break
        }
        guard let range = NumberRange.integers(test), range.overlaps(held) else { return .nothing }
        if range.upperBound == RecordDate.zero { return zero }
        var parts: [Condition] = []
        if range.lowerBound > held.lowerBound {
            parts.append(.test(column, .greaterOrEqual, .text(RecordDate.text(range.lowerBound))))
        } else {
            parts.append(present)
        }
        if range.upperBound < held.upperBound {
            parts.append(.test(column, .lessOrEqual, .text(RecordDate.text(range.upperBound))))
        }
        return .all(parts)
    }
}
