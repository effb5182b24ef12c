#if SQLite
import QuireCore

/// Brings a module's items from one layout to another in the file.
struct ModuleRewrite {
    let connection: Connection
    let old: StoredModule
    let new: ModuleLayout
    /// Whether the module's full text is kept and updated.
    let keepsText: Bool
    let text: TextContext
    /// Receives the number of items of each batch.
    let progress: (Int) throws -> Void

    /// Adds columns and side tables, then fills them for items that already have these values as unknown values, and
    /// for items that get a default.
    func addFields(_ names: [String], _ change: inout SchemaChange) throws {
        for field in new.fields where names.contains(field.name) {
            for (table, columns) in [
                (new.table, ModuleLayout.narrowColumns(of: field)),
                (new.textTable, ModuleLayout.textColumns(of: field)),
            ] {
                for column in columns {
                    try connection.execute(
                        "ALTER TABLE \(SQLite.quoted(table)) ADD COLUMN \(SQLite.quoted(column.name)) \(column.type)"
                    )
                }
            }
            if let side = ModuleLayout.sideTableDefinition(of: field) { try connection.execute(side) }
        }
        connection.clearStatements()
        let selection = AddedFieldSelection(names, conversion)
        // Dates of kept fields are in milliseconds in both tables; those of new fields are in the wire format.
        let source = conversion.source(of: new.fields, table: new.table, textTable: new.textTable)
        try carry(from: source, where: selection.condition, &change, isWanted: selection.isWanted)
    }

    /// Rewrites the items that have former names in values or among unknown values.
    func useCurrentNames(_ change: inout SchemaChange) throws {
        let source = conversion.source(of: new.fields, table: new.table, textTable: new.textTable)
        let selection = RenamedItemSelection(new, renamed: change.renamed.map(\.to))
        try carry(from: source, where: selection.condition, &change, isWanted: selection.isWanted)
    }

    /// Fills fields with their defaults, in items that have no value.
    func fillDefaults(_ change: inout SchemaChange) throws {
        let source = conversion.source(of: new.fields, table: new.table, textTable: new.textTable)
        let empty = conversion.defaults.map { "\($0.field.selected) IS NULL" }
        guard !empty.isEmpty else { return }
        try carry(from: source, where: empty.joined(separator: " OR "), &change)
    }

    /// Rewrites the tables.
    func replaceTables(_ change: inout SchemaChange) throws {
        for index in old.indexes {
            try connection.execute("DROP INDEX IF EXISTS \(SQLite.quoted(index.name))")
        }
        // The text table also contains the elements of the side tables, and the listed objects.
        for side in old.sideTables {
            try connection.execute("DROP TABLE \(SQLite.quoted(side))")
        }
        try connection.execute("ALTER TABLE \(SQLite.quoted(old.table)) RENAME TO quire_replaced")
        try connection.execute("ALTER TABLE \(SQLite.quoted(old.textTable)) RENAME TO quire_replaced_t")
        for definition in new.tableDefinitions { try connection.execute(definition) }
        connection.clearStatements()
        let source = conversion.source(of: old.fields, table: "quire_replaced", textTable: "quire_replaced_t")
        try carry(from: source, where: "1", &change)
        connection.clearStatements()
        try connection.execute("DROP TABLE quire_replaced_t")
        try connection.execute("DROP TABLE quire_replaced")
    }

    private var conversion: RowConversion {
        RowConversion(connection, from: old, to: new, keepsText: keepsText)
    }

    /// Rewrites the wanted items, and those with former names.
    private func carry(
        from source: ModuleLayout, where condition: String, _ change: inout SchemaChange,
        isWanted: ([SQLValue]) -> Bool = { _ in true }
    ) throws {
        let conversion = conversion
        let target = conversion.target
        let rows = try RowWriter(
            RowShape(target), connection, follower: TextFollower(target, connection, context: text))
        var filled: [Int: Int] = [:]
        try conversion.run(from: source, where: condition, isWanted: isWanted, afterBatch: progress) {
            item, row in
            for field in item.filled { filled[field, default: 0] += 1 }
            _ = try rows.write(row, item: item.number)
        }
        for (field, count) in filled.sorted(by: { $0.key < $1.key }) {
            let name = new.fields[field].name
            if let index = change.filled.firstIndex(where: { $0.field == name }) {
                change.filled[index].count += count
            } else {
                change.filled.append(SchemaChange.FilledField(field: name, count: count))
            }
        }
    }
}

/// The items that must be rewritten when fields are added.
struct AddedFieldSelection {
    /// In SQL, and then by the columns.
    let condition: String
    let isWanted: ([SQLValue]) -> Bool
    /// The positions of the added fields.
    private let positions: [Int]
    private let slots: [RowShape.Slots]

    /// Whether a converted item has a value of an added field, even one that does not fit.
    func mayHold(_ row: borrowing RowCells) -> Bool {
        for position in positions where !row.cells[slots[position].value].isNull { return true }
        for (field, _) in row.incompatible where positions.contains(field) { return true }
        return false
    }

    init(_ names: [String], _ conversion: RowConversion) {
        let added = Set(names)
        positions = added.compactMap { conversion.new.fieldIndex[$0] }
        slots = RowShape(conversion.target).slots
        // Members are filled from the objects, which most items have.
        let hasMembers = positions.contains { conversion.new.fields[$0].isMember }
        guard !hasMembers, conversion.defaults.allSatisfy({ !added.contains($0.field.name) })
        else {
            condition = "1"
            isWanted = { _ in true }
            return
        }
        condition = "t.unmodelled IS NOT NULL"
        isWanted = { row in row.hasUnknownValue(added.contains) }
    }
}

/// The items that may have former names.
struct RenamedItemSelection {
    let condition: String
    private let renamed: Set<String>

    /// - Parameter renamed: The current names of renamed fields. Unknown values under them belong to the fields now.
    init(_ new: ModuleLayout, renamed: [String]) {
        condition = new.module.hasRenamesInValues ? "1" : "t.unmodelled IS NOT NULL"
        self.renamed = Set(renamed)
    }

    func isWanted(_ row: [SQLValue]) -> Bool {
        !renamed.isEmpty && row.hasUnknownValue(renamed.contains)
    }
}

extension [SQLValue] {
    /// Whether the unknown values of a row have a key.
    fileprivate func hasUnknownValue(_ isWanted: (String) -> Bool) -> Bool {
        guard case .text(var text) = self[RowLayout.Envelope.unknownValues.rawValue] else { return false }
        return text.withUTF8 { bytes in
            StoredJSON.members(UnsafeRawBufferPointer(bytes)).contains { isWanted($0.key) }
        }
    }
}

extension FieldLayout {
    /// The column in a statement that calls the tables `m` and `t`.
    var selected: String { (storage.isNarrow ? "m." : "t.") + SQLite.quoted(column) }
}
#endif
