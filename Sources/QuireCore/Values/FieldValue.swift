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
