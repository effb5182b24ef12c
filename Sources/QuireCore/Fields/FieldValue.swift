/// A Swift value that a content field can hold.
///
/// The generated models read and write their fields through this protocol alone, so that one description serves
/// JSON pages, rows of a store and any `Decoder`.
public protocol FieldValue: Codable, Hashable, Sendable {
    /// Reads the value that starts at the cursor.
    static func read(from json: inout JSONCursor, _ format: DateFormat) throws(DecodingFailure) -> Self

    /// Reads the value of a column of a store's current row; the format is that of dates inside JSON text.
    static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(DecodingFailure) -> Self

    /// Writes the value as JSON.
    func write(to json: inout JSONWriter, _ format: DateFormat)

    /// Reads the value from any decoder; only dates look at the format.
    static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Self

    /// Writes the value to any encoder; only dates look at the format.
    func write(to encoder: any Encoder, _ format: DateFormat) throws

    /// Whether the value stands for no value, so that its key is left out.
    var isAbsent: Bool { get }

    /// The value that stands for a missing or null field that is not required; `nil` where the type has none.
    static var absent: Self? { get }
}
