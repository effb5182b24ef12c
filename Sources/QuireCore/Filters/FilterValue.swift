/// A value inside a filter tree.
public enum FilterValue: Sendable, Hashable {
    case null
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case date(milliseconds: Int64)
    case list([FilterValue])
    /// The value of another field of the same item, by its wire name: the right side of `\.endsAt > \.startsAt`.
    case field(String)
}

/// The type of a leaf's value in HALO's wire format (see the filter node in HALO's search API).
///
/// A Boolean is sent as `string`, which is the server's convention.
public enum WireType: String, Sendable, Hashable, Codable, CaseIterable {
    case string, number, date, null
}

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
