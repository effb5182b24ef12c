import QuireEngine
import QuireRemote

/// Conditions on a column of dates, whose texts sort as the dates do. An empty text is smaller than all.
struct DateCondition {
    let column: String
    let present: Condition
    /// Whether the value is the first moment of year 1, for which the column is empty.
    let zero: Condition

    /// The column of a date that the server sets in every record.
    static func ofServer(_ column: String) -> DateCondition {
        DateCondition(
            column: column, present: .compare(column, .notEqual, to: .empty),
            zero: .compare(column, .equal, to: .text(RecordDate.text(RecordDate.zero))))
    }

    func condition(_ test: EvaluatedTest) -> Condition {
        let held = RecordDate.held
        switch test {
        case .hasNoValue: return .not(present)
        case .isAny(let operands):
            return LeafCompiler.any(operands) { operand in
                guard let date = operand.exactInteger, held.contains(date) else { return nil }
                return date == RecordDate.zero
                    ? zero : .compare(column, .equal, to: .text(RecordDate.text(date)))
            }
        default: break
        }
        guard let range = NumberRange.integers(test), range.overlaps(held) else { return .nothing }
        if range.upperBound == RecordDate.zero { return zero }
        var parts: [Condition] = []
        if range.lowerBound > held.lowerBound {
            parts.append(.compare(column, .greaterOrEqual, to: .text(RecordDate.text(range.lowerBound))))
        } else {
            parts.append(present)
        }
        if range.upperBound < held.upperBound {
            parts.append(.compare(column, .lessOrEqual, to: .text(RecordDate.text(range.upperBound))))
        }
        return .all(parts)
    }
}
