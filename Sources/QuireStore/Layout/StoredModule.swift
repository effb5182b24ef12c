#if SQLite
/// What the catalog remembers of a module: where its values lie in this file.
struct StoredModule: Codable, Hashable, Sendable {
    var name: String
    var table: String
    var textTable: String
    var fields: [FieldLayout]
    var indexes: [IndexLayout]
    var text: TextLayout?

    init(_ layout: ModuleLayout) {
        name = layout.module.name
        table = layout.table
        textTable = layout.textTable
        fields = layout.fields
        indexes = layout.indexes
        text = layout.text
    }

    func field(_ name: String) -> FieldLayout? { fields.first { ExactName($0.name) == ExactName(name) } }

    var tableNames: [String] {
        [table, textTable] + fields.compactMap(\.side) + indexes.map(\.name) + [text?.name].compactMap(\.self)
    }
}
#endif
