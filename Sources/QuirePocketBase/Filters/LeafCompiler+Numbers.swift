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
        let test = own(.order(standings), .number(number))
        let holdsZero = standings.contains(.greater) ? number < 0 : number > 0
        return holdsZero || (number == 0 && standings.contains(.equal)) ? withValue(test) : test
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
                return beside(.large, .equal, to: .text(OrderKey.hexadecimal(of: integer)))
            }
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        let bounds = Condition.all([try lower(range.lowerBound), try upper(range.upperBound)])
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
        let test = beside(.large, .greaterOrEqual, to: .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .any([beside(.large, .equal, to: .empty), test])
    }

    private func upper(_ bound: Int64) throws(UnsupportedError) -> Condition {
        if bound == .max { return .everything }
        if ValueKey.isExact(bound) { return own(.lessOrEqual, .integer(bound)) }
        try checkLarge()
        let test = beside(.large, .lessOrEqual, to: .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .all([beside(.large, .notEqual, to: .empty), test])
    }

    // MARK: - Dates

    func date(_ test: EvaluatedTest) -> Condition {
        DateCondition(column: column, present: present, zero: .all([own(.equal, .empty), field.isMarked]))
            .condition(test)
    }
}
