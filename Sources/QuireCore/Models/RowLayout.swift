/// Which column of a row holds what: the one place where a store and the decoder agree on it.
///
/// A row starts with the envelope, in the order of `Envelope`, and goes on with the fields: all of them in the
/// table's order, or the chosen ones in the order they were chosen. What a column holds:
///
/// | kind of field | column |
/// |---|---|
/// | text, choice, url, color, relation (its id) | TEXT |
/// | integer, boolean (0 or 1) | INTEGER |
/// | number | REAL |
/// | date, time, dateTime, of any format | INTEGER, milliseconds since 1970 |
/// | list, choices, relations, object, json, geopoint, localizedText | TEXT, the value's JSON as on the wire |
/// | no value | NULL |
public final class RowLayout: Sendable {
    /// The columns before the fields.
    public enum Envelope: Int, CaseIterable, Sendable {
        case id, name, module
        /// JSON text: an array of tags.
        case tags
        /// Milliseconds since 1970, as all dates.
        case createdAt, updatedAt, publishedAt, archivedAt, removedAt, deletedAt
        case createdBy, updatedBy, deletedBy
        case revision, customerId
        /// JSON text.
        case externalId, pushSchedule
        /// JSON text: an object of the values under keys that the schema does not know.
        case unknownValues
    }

    /// The positions of the fields, in the order of their columns.
    public let fields: [Int]
    private let columns: [Int]

    /// The layout of rows of a table; `fields` are positions in the table, `nil` means all.
    public init(_ table: FieldTable, fields: [Int]? = nil) {
        let chosen = fields ?? Array(table.fields.indices)
        var columns = [Int](repeating: -1, count: table.fields.count)
        for (position, field) in chosen.enumerated()
        where columns.indices.contains(field) && columns[field] < 0 {
            columns[field] = Envelope.allCases.count + position
        }
        self.fields = chosen
        self.columns = columns
    }

    /// The column of the field at a position of the table; `nil` where the row does not have it.
    public func column(of field: Int) -> Int? {
        guard columns.indices.contains(field), columns[field] >= 0 else { return nil }
        return columns[field]
    }
}
