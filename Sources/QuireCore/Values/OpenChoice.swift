import QuireToolbox

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
