import QuireToolbox

/// A choice with exactly the schema's values. Any other value in a response is a decoding error.
public protocol ClosedChoice: FilterOperand, RawRepresentable, CaseIterable where RawValue == String {}

extension ClosedChoice {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }

    @inlinable
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        let (text, start) = try json.textAndPlace()
        guard let choice = Self(rawValue: text) else {
            throw ValueDecodingError(.invalidValue, at: start, expected: "one of the schema's choices")
        }
        return choice
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        guard let choice = Self(rawValue: row.text(column)) else {
            throw ValueDecodingError(.invalidValue, at: column, expected: "one of the schema's choices")
        }
        return choice
    }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(rawValue) }
}

extension JSONCursor {
    /// Reads a string that is compared, and returns its start.
    @usableFromInline
    mutating func textAndPlace() throws(ValueDecodingError) -> (String, Int) {
        _ = peek()
        let start = offset
        return (try comparedString(), start)
    }

    /// The offset of the next value.
    @usableFromInline
    mutating func nextPlace() -> Int {
        _ = peek()
        return offset
    }
}

/// A choice that keeps values that are not in the schema, so that a new value on the server does not break the app.
///
/// ```swift
/// book.language == .english
/// book.language == Language(rawValue: "tlh")
/// ```
public protocol OpenChoice: FilterOperand, RawRepresentable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)

    /// The values of the schema, in its order.
    static var allKnown: [Self] { get }
}

extension OpenChoice {
    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }

    /// The value as on the wire: `print(book.language)` prints `eng`.
    public var description: String { PlainText.oneLine(rawValue) }

    /// Whether the value is one of the schema's.
    public var isKnown: Bool { Self.allKnown.contains(self) }

    @inlinable
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        Self(rawValue: try json.comparedString())
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self { Self(rawValue: row.text(column)) }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(rawValue) }
}
