#if SQLite
/// The description of a module in the catalog: where its values are stored in this file.
struct StoredModule: Codable, Hashable, Sendable {
    var name: String
    var table: String
    var textTable: String
    var fields: [FieldLayout]
    var indexes: [IndexLayout]
    var text: TextLayout?
    /// `StoreOptions.schemaVersion` of the store that last migrated the module.
    var version: Int?
    /// The renames that the items of the module have gone through; `nil` if there are none.
    var renames: [String]?

    init(_ layout: ModuleLayout) {
        name = layout.module.name
        table = layout.table
        textTable = layout.textTable
        fields = layout.fields
        indexes = layout.indexes
        text = layout.text
        let renames = layout.module.renames
        self.renames = renames.isEmpty ? nil : renames
    }

    /// Whether the items of a stored module have all current names.
    func hasRenames(of other: StoredModule) -> Bool {
        let done = Set((other.renames ?? []).map(ExactName.init))
        return (renames ?? []).allSatisfy { done.contains(ExactName($0)) }
    }

    /// Whether the tables are the same, regardless of the schema's version and of renames.
    func hasSameLayout(as other: StoredModule?) -> Bool {
        var other = other
        other?.version = version
        other?.renames = renames
        return self == other
    }

    func field(_ name: String) -> FieldLayout? { fields.first { ExactName($0.name) == ExactName(name) } }

    var tableNames: [String] {
        [table, textTable] + fields.compactMap(\.side) + indexes.map(\.name) + [text?.name].compactMap(\.self)
    }
}

extension [StoredModule] {
    func named(_ name: String) -> StoredModule? { first { ExactName($0.name) == ExactName(name) } }
}
#endif
