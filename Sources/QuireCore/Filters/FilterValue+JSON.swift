extension JSONValue {
    /// The value of a filter as JSON: dates as milliseconds since 1970, another field by its name.
    public init(_ value: FilterValue) {
        self =
            switch value {
            case .null: .null
            case .string(let text), .field(let text): .string(text)
            case .integer(let number), .date(let number): .integer(number)
            case .number(let number): .number(number)
            case .boolean(let truth): .boolean(truth)
            case .list(let values): .array(values.map { JSONValue($0) })
            }
    }
}
