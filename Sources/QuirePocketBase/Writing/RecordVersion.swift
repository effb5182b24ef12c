import QuireCore
import QuireRemote

/// The stored version of a record, as writes need it.
struct RecordVersion: Sendable {
    var instance: JSONValue
    /// When the server stored it last, as it says so. Empty if the collection has no such field.
    var updated: String
    /// The number of its last write by Quire; 0 if there is none.
    var revision: Int64

    /// - Returns: `nil` if the value is not a record.
    init?(_ record: JSONValue, _ layout: CollectionLayout, files: FileAddress) {
        guard let instance = RecordForm(layout, files: files).instance(of: record) else { return nil }
        self.instance = instance
        updated = record[ColumnName.updated]?.string ?? ""
        revision = record[ColumnName.revision]?.wholeNumber ?? 0
    }
}
