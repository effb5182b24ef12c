#if SQLite
extension KnownTables {
    /// The known tables for these layouts.
    init(_ layouts: some Sequence<ModuleLayout>) {
        let modules = layouts.map(StoredModule.init)
        self.init { connection in
            let stored = try Catalog(connection: connection).modules()
            for module in modules where !module.hasTables(of: stored.named(module.name)) {
                throw StoreError(
                    .changed, action: connection.action, location: connection.location,
                    reason:
                        "another process, or another store in this one, has migrated \"\(module.name)\" to another "
                        + "schema or analyzer",
                    advice: "Open the store again, with the same schema and analyzer as that one.")
            }
        }
    }
}

extension StoredModule {
    /// Whether values are stored in the same places and the same words are indexed. Indexes on values may differ.
    fileprivate func hasTables(of other: StoredModule?) -> Bool {
        guard let other, table == other.table, textTable == other.textTable,
            fields.withoutListFormats == other.fields.withoutListFormats
        else {
            return false
        }
        guard let text, let otherText = other.text else { return text == nil && other.text == nil }
        return text.hasSameWords(as: otherText) && text.embedding == otherText.embedding
    }
}
#endif
