/// Defaults of most values: they cannot be absent, and `Codable` writes them unchanged.
extension FieldValue {
    @inlinable
    public static var absent: Self? { nil }

    @inlinable
    public var isAbsent: Bool { false }

    @inlinable
    public static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Self {
        try Self(from: decoder)
    }

    @inlinable
    public func write(to encoder: any Encoder, _ format: DateFormat) throws { try encode(to: encoder) }
}

/// Columns that contain JSON text.
extension FieldValue {
    /// Reads the value from a column that holds it as JSON.
    @inlinable
    public static func readJSON(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        let result = row.withJSON(column) { (json: inout JSONCursor) throws(ValueDecodingError) -> Self in
            try Self.read(from: &json, format)
        }
        return try result.get()
    }
}

extension RowSource {
    /// Runs the closure with a cursor over the column's text. A failure names the column and the path inside it.
    @usableFromInline
    func withJSON<Value>(
        _ column: Int, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Value
    ) -> Result<Value, ValueDecodingError> {
        withBytes(column) { buffer in
            var cursor = JSONCursor(buffer, context.reference)
            cursor.context.startInstance(depth: 0)
            do throws(ValueDecodingError) {
                let value = try body(&cursor)
                try cursor.expectEnd()
                return .success(value)
            } catch {
                let place = JSONPlace(of: error, in: JSONBytes(buffer))
                return .failure(
                    ValueDecodingError(error.reason, at: column, expected: error.expected, path: place.path))
            }
        }
    }
}
