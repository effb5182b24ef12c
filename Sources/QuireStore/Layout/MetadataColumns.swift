#if SQLite
/// The columns for an instance's metadata, which every module has.
enum MetadataColumns {
    struct Column: Sendable {
        let name: String
        let storage: Storage
        var isNarrow = true
    }

    /// The row's number: the order of insertion, and the last key of every sort.
    static let item = "item"

    /// The checksum of the row's values.
    static let checksum = "checksum"

    /// The columns in the order of the table and of reading a row.
    static let columns: [Column] = [
        Column(name: "id", storage: .text),
        Column(name: "name", storage: .text),
        Column(name: "module", storage: .text),
        Column(name: "createdAt", storage: .date),
        Column(name: "updatedAt", storage: .date),
        Column(name: "publishedAt", storage: .date),
        Column(name: "archivedAt", storage: .date),
        Column(name: "removedAt", storage: .date),
        Column(name: "deletedAt", storage: .date),
        Column(name: "createdBy", storage: .text),
        Column(name: "updatedBy", storage: .text),
        Column(name: "deletedBy", storage: .text),
        Column(name: "revision", storage: .integer),
        Column(name: "customerId", storage: .integer),
        Column(name: "tags", storage: .json, isNarrow: false),
        Column(name: "externalId", storage: .json, isNarrow: false),
        Column(name: "pushSchedule", storage: .json, isNarrow: false),
        Column(name: "unmodelled", storage: .json, isNarrow: false),
    ]

    /// The metadata as fields, for filters and sorts.
    static let fields: [String: FieldLayout] = Dictionary(
        uniqueKeysWithValues: columns.filter(\.isNarrow).map {
            ($0.name, FieldLayout(name: $0.name, storage: $0.storage, column: $0.name))
        })
}
#endif
