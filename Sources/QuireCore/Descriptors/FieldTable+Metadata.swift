extension FieldTable {
    /// The fields that metadata filters and sorts can name: the keys of an instance beside its values.
    package static let metadata = FieldTable(
        ["id", "name", "module", "createdBy", "updatedBy", "deletedBy"].map {
            FieldDescriptor(name: $0, kind: .text, isSortable: true)
        }
            + ["createdAt", "updatedAt", "publishedAt", "archivedAt", "removedAt", "deletedAt"].map {
                FieldDescriptor(name: $0, kind: .dateTime(.epochMilliseconds), isSortable: true)
            }
            + ["revision", "customerId"].map { FieldDescriptor(name: $0, kind: .integer, isSortable: true) })
}
