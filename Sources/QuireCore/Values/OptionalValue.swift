/// A field that is not required. Missing, null and `nil` are equivalent.
extension Optional: FieldValue where Wrapped: FieldValue {
    public typealias Behind = Self
    public typealias Gathered = Wrapped.Gathered

    @inlinable
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        if try json.null() { return .none }
        return .some(try Wrapped.read(from: &json, format))
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        if row.isNull(column) { return .none }
        return .some(try Wrapped.read(from: row, column: column, format))
    }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        if let value = self { value.write(to: &json, format) } else { json.null() }
    }

    @inlinable
    public static var absent: Self? { .some(.none) }

    @inlinable
    public var isAbsent: Bool { self == nil }

    public static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Self {
        if try decoder.singleValueContainer().decodeNil() { return .none }
        return .some(try Wrapped.read(from: decoder, format))
    }

    public func write(to encoder: any Encoder, _ format: DateFormat) throws {
        if let value = self { return try value.write(to: encoder, format) }
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

extension JSONCursor {
    /// Consumes `null` if it is next.
    @usableFromInline
    mutating func null() throws(ValueDecodingError) -> Bool { try consumeNull() }
}
