/// The contents of each column of a row. The store and the decoder both use this definition.
///
/// A row starts with the envelope, in the order of `Envelope`, or only with the id if nothing else of it is read. The
/// fields follow: all fields in the table's order, or the selected ones in the order of selection. The columns contain:
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
        /// A JSON array of tags.
        case tags
        /// Milliseconds since 1970, like all dates.
        case createdAt, updatedAt, publishedAt, archivedAt, removedAt, deletedAt
        case createdBy, updatedBy, deletedBy
        case revision, customerId
        /// JSON text.
        case externalId, pushSchedule
        /// A JSON object of the values under keys that are not in the schema.
        case unknownValues
    }

    /// The positions of the fields, in the order of their columns.
    public let fields: [Int]
    /// Whether a row has the columns of the envelope after the id.
    package let hasMetadata: Bool
    /// For each position in the table, the column; -1 if the row does not contain it.
    ///
    /// Unchecked: never changed after the initializer.
    nonisolated(unsafe) private let columns: UnsafeMutableBufferPointer<Int>

    /// Creates a layout for rows of a table. `fields` are positions in the table. `nil` means all.
    public convenience init(_ table: FieldTable, fields: [Int]? = nil) {
        self.init(table, fields: fields, hasMetadata: true)
    }

    package init(_ table: FieldTable, fields: [Int]?, hasMetadata: Bool) {
        self.hasMetadata = hasMetadata
        let chosen = fields ?? Array(table.fields.indices)
        let columns = UnsafeMutableBufferPointer<Int>.allocate(capacity: table.fields.count)
        columns.initialize(repeating: -1)
        firstField = hasMetadata ? Envelope.allCases.count : 1
        for (position, field) in chosen.enumerated()
        where columns.indices.contains(field) && columns[field] < 0 {
            columns[field] = firstField + position
        }
        self.fields = chosen
        self.columns = columns
    }

    deinit { columns.deallocate() }

    /// The column of the first field.
    package let firstField: Int

    /// The number of columns.
    package var count: Int { firstField + fields.count }

    /// The column of the field at a position of the table, or `nil` if the row does not contain it.
    public func column(of field: Int) -> Int? {
        guard columns.indices.contains(field), columns[field] >= 0 else { return nil }
        return columns[field]
    }

    /// The same without the layout's reference, for rows that keep the layout.
    var columnsByField: UnsafeBufferPointer<Int> { UnsafeBufferPointer(columns) }
}

/// The current row of a store, read by column.
///
/// A class with overridable methods, because these are the cheapest calls across modules.
open class RowSource {
    /// The layout of the columns while the row is read.
    final var layout: RowLayout? {
        didSet { columns = layout?.columnsByField ?? UnsafeBufferPointer(start: nil, count: 0) }
    }
    /// The layout's columns, which need no reference to be counted.
    private final var columns = UnsafeBufferPointer<Int>(start: nil, count: 0)
    /// The state that the readers of columns share.
    let context = RowContext()

    public init() {}

    /// The items of the included relations, by the relation's column.
    package final var includedItems: [Int: IncludedItems] {
        get { context.includedItems }
        set { context.includedItems = newValue }
    }

    /// The column of the field at a position of the table; negative if the row does not contain it.
    @usableFromInline
    final func column(of field: Int) -> Int { field < columns.count ? columns[field] : -1 }

    open func isNull(_ column: Int) -> Bool { true }
    open func integer(_ column: Int) -> Int64 { 0 }
    open func number(_ column: Int) -> Double { 0 }
    open func text(_ column: Int) -> String { "" }
    /// Calls the body with the text's bytes (UTF-8), which are valid only during the call.
    open func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
