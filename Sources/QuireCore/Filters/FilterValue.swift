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
}

/// What HALO's wire calls the type of a leaf's value (reference: HALO's search API, filter node).
///
/// A Boolean travels as `string`; that is the server's convention.
public enum WireType: String, Sendable, Hashable, Codable, CaseIterable {
    case string, number, date, null
}
