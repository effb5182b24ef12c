import QuireText

extension JSONValue {
    /// The value of an object's key; of the first one, where the key stands there twice, as the decoder has it.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name.isSpelled(as: name) { return member.value }
        return nil
    }

    /// JSON does not tell 5 from 5.0, so a number without a fraction is whole.
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
