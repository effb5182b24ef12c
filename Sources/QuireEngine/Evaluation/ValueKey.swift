import QuireCore

/// A value as facets and groups distinguish it: texts by their bytes, numbers by their numeric value.
package enum ValueKey: Hashable, Sendable {
    case text([UInt8]), integer(Int64), number(Double), boolean(Bool)

    /// `nil` for values that cannot be compared, and for NaN.
    package init?(_ value: EvaluatedValue) {
        switch value {
        case .text(let text): self = .text(Array(text.utf8))
        case .integer(let number): self = .integer(number)
        // 0 and -0 are the same value.
        case .number(let number):
            guard !number.isNaN else { return nil }
            self = .number(number == 0 ? 0 : number)
        case .boolean(let truth): self = .boolean(truth)
        case .place, .opaque: return nil
        }
    }

    /// The value of a field of a kind.
    package func filterValue(of kind: FieldKind) -> FilterValue {
        switch self {
        case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .integer(let number):
            kind.comparison == .date ? .date(milliseconds: number) : .integer(number)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        }
    }
}
