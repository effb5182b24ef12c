/// The metadata of an item, as declared by `ContentMetadata` and `MetaFields`.
enum ItemMetadata {
    static let sortable: Set<String> = [
        "name", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt", "createdBy",
        "updatedBy", "deletedBy",
    ]

    static let names = sortable.union([
        "module", "tags", "revision", "customerId", "externalId", "pushSchedule", "unknownValues",
    ])
}
