/// The operands of `=` or `in`. A single one needs no array.
package enum Operands: Sendable {
    case one(EvaluatedValue)
    case many([EvaluatedValue])
}

extension Operands: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch self {
        case .one: 1
        case .many(let values): values.count
        }
    }

    package subscript(position: Int) -> EvaluatedValue {
        switch self {
        case .one(let value):
            precondition(position == 0, "There is one operand.")
            return value
        case .many(let values): return values[position]
        }
    }
}
