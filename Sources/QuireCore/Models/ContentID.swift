/// The id of an item of a module. Ids of different modules have different types.
///
/// ```swift
/// let id: ContentID<Books> = "b1"
/// let shelf = (1...9).map { Book(id: "b\($0)", values: .init(title: "…")) }
/// let other = ContentID<Books>(text)                  // of a text from elsewhere
/// ```
@frozen
public struct ContentID<Module: ContentModule>: Sendable, Hashable, RawRepresentable,
    ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    public var rawValue: String

    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(_ rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

extension ContentID: FieldValue {
    /// Reads the id, or the id of a complete item if the server included it.
    @inlinable
    public static func read(
        from json: inout JSONCursor, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        Self(rawValue: try json.relatedID())
    }

    @inlinable
    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self { Self(rawValue: row.text(column)) }

    @inlinable
    public func write(to json: inout JSONWriter, _ format: DateFormat) { json.string(rawValue) }
}

extension ContentID: FilterOperand, ToOneOperand {
    public typealias Target = Module

    @inlinable public static var wireType: WireType { .string }
    @inlinable public var filterValue: FilterValue { .string(rawValue) }
}
