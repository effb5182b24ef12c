import QuireText

extension JSONValue {
    /// The value of an object's key. If the key occurs twice, the first value, as in the decoder.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name.isByteEqual(to: name) { return member.value }
        return nil
    }

    /// The value as an integer. JSON does not distinguish 5 from 5.0, so a number without a fraction is an integer.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
