/// A Swift value that a content field can hold.
///
/// Generated models read and write their fields only through this protocol, so that one description serves JSON
/// pages, store rows and any `Decoder`.
public protocol FieldValue: Codable, Hashable, Sendable {
    /// The value behind a relation to one item, which may be missing: `Int?` for `Int` and `Int?`.
    associatedtype Behind: FieldValue = Self?

    /// The values behind a relation to many items: `[Int]` for `Int`, `Int?` and `[Int]`.
    associatedtype Gathered: FieldValue = [Self]

    /// Reads the value that starts at the cursor.
    static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError) -> Self

    /// Reads the value from a column of a store's current row. The format applies to dates inside JSON text.
    static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self

    /// Writes the value as JSON.
    func write(to json: inout JSONWriter, _ format: DateFormat)

    /// Reads the value from any decoder. Only dates use the format.
    static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Self

    /// Writes the value to any encoder. Only dates use the format.
    func write(to encoder: any Encoder, _ format: DateFormat) throws

    /// Whether the value represents absence, so that its key is omitted.
    var isAbsent: Bool { get }

    /// The value of a missing or null field that is not required. `nil` if the type has none.
    static var absent: Self? { get }
}

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
        try row.withJSON(column) { (json: inout JSONCursor) throws(ValueDecodingError) -> Self in
            try Self.read(from: &json, format)
        }
    }
}

extension RowSource {
    /// Runs the closure with a cursor over the column's text. A failure names the column and the path inside it.
    ///
    /// Inlinable, and the bytes' closure returns nothing, so that no type is looked up at run time.
    @inlinable
    func withJSON<Value>(
        _ column: Int, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Value
    ) throws(ValueDecodingError) -> Value {
        var result: Value?
        var failure = ValueDecodingError(.missing, at: column, expected: "JSON")
        withBytes(column) { buffer in
            var cursor = cursor(over: buffer, column)
            do throws(ValueDecodingError) {
                let value = try body(&cursor)
                try cursor.finish()
                result = value
            } catch {
                failure = placed(error, in: buffer, column)
            }
        }
        guard let result else { throw failure }
        return result
    }

    @usableFromInline
    func cursor(over buffer: UnsafeRawBufferPointer, _ column: Int) -> JSONCursor {
        let cursor = JSONCursor(buffer, context.reference)
        cursor.context.startInstance(depth: 0)
        if !includedItems.isEmpty { cursor.context.includedItems = includedItems[column] }
        return cursor
    }

    /// A failure inside a column's text.
    @usableFromInline
    func placed(
        _ failure: ValueDecodingError, in buffer: UnsafeRawBufferPointer, _ column: Int
    ) -> ValueDecodingError {
        let place = JSONPlace(of: failure, in: JSONBytes(buffer))
        return ValueDecodingError(failure.reason, at: column, expected: failure.expected, path: place.path)
    }
}

extension JSONCursor {
    /// Checks that nothing follows the value.
    @usableFromInline
    mutating func finish() throws(ValueDecodingError) { try expectEnd() }
}

/// A field with any JSON value.
extension JSONValue: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> JSONValue
    {
        try json.value()
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> JSONValue {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.value(self) }
}
