/// A Swift value that a content field can hold.
///
/// The generated models read and write their fields through this protocol alone, so that one description serves
/// JSON pages, rows of a store and any `Decoder`.
public protocol FieldValue: Codable, Hashable, Sendable {
    /// Reads the value that starts at the cursor.
    static func read(from json: inout JSONCursor, _ format: DateFormat) throws(DecodingFailure) -> Self

    /// Reads the value of a column of a store's current row.
    static func read(from row: RowSource, column: Int) throws(DecodingFailure) -> Self

    /// Writes the value as JSON.
    func write(to json: inout JSONWriter, _ format: DateFormat)

    /// The value that stands for a missing or null field that is not required; `nil` where the type has none.
    static var absent: Self? { get }
}
