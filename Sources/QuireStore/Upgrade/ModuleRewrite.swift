#if SQLite

import QuireCore

/// Copies a module's items from one layout to another: each is written as JSON and parsed again.
///
/// Therefore values are treated as in an import: they go into a field that accepts them, or into the unknown values.
struct ModuleRewrite {
    let connection: Connection
    let old: StoredModule
    let new: ModuleLayout
    /// Whether the module's full text is kept and updated.
    let keepsText: Bool
    let text: TextContext
    /// The current names of renamed fields.
    var renamed: [String] = []

    private static let batch: Int64 = 500
    private static let reportLimit = 100

    /// Adds columns and side tables, then fills them for items that already have these values as unknown values.
    func addFields(_ names: [String], _ change: inout SchemaChange) throws {
        for field in new.fields where names.contains(where: { ExactName($0) == ExactName(field.name) }) {
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
        // Dates of kept fields are in milliseconds in both tables; those of new fields are in the wire format.
        let source = layout(of: new.fields, table: new.table, textTable: new.textTable)
        try carry(from: source, where: "t.unmodelled IS NOT NULL", &change) { Self.hasUnknown(names, $0) }
    }

    /// Rewrites the items that have former names in values or among unknown values.
    func useCurrentNames(_ change: inout SchemaChange) throws {
        let source = layout(of: new.fields, table: new.table, textTable: new.textTable)
        let condition = new.module.hasRenamesInValues ? "1" : "t.unmodelled IS NOT NULL"
        try carry(from: source, where: condition, &change) { Self.hasUnknown(renamed, $0) }
    }

    /// Whether an item has unknown values under one of the names.
    private static func hasUnknown(_ names: [String], _ row: [SQLValue]) -> Bool {
        guard case .text(var text) = row[RowLayout.Envelope.unknownValues.rawValue] else { return false }
        let keys = text.withUTF8 { StoredJSON.members(UnsafeRawBufferPointer($0)).map { ExactName($0.key) } }
        return names.contains { keys.contains(ExactName($0)) }
    }

    /// Rewrites the tables.
    func replaceTables(_ change: inout SchemaChange) throws {
        for index in old.indexes {
            try connection.execute("DROP INDEX IF EXISTS \(SQLite.quoted(index.name))")
        }
        // The lists of the text table also contain the elements of the side tables.
        for side in old.fields.compactMap(\.side) {
            try connection.execute("DROP TABLE \(SQLite.quoted(side))")
        }
        try connection.execute("ALTER TABLE \(SQLite.quoted(old.table)) RENAME TO quire_replaced")
        try connection.execute("ALTER TABLE \(SQLite.quoted(old.textTable)) RENAME TO quire_replaced_t")
        for definition in new.tableDefinitions { try connection.execute(definition) }
        connection.clearStatements()
        let source = layout(of: old.fields, table: "quire_replaced", textTable: "quire_replaced_t")
        try carry(from: source, where: "1", &change) { _ in true }
        connection.clearStatements()
        try connection.execute("DROP TABLE quire_replaced_t")
        try connection.execute("DROP TABLE quire_replaced")
    }

    /// Rewrites the wanted items, and those with former names.
    private func carry(
        from source: ModuleLayout, where condition: String, _ change: inout SchemaChange,
        isWanted: ([SQLValue]) -> Bool
    ) throws {
        let writer = InstanceJSON(layout: source, fields: Array(source.fields.indices), unmodelled: .all)
        let target = ModuleLayout(
            module: neutral(new.module), table: new.table, textTable: new.textTable, fields: new.fields,
            indexes: [], text: keepsText ? new.text : nil)
        let shape = RowShape(target)
        let rows = try RowWriter(shape, connection, TextFollower(target, connection, text))
        var parser = InstanceParser(shape, strictness: .keepsAside, requiresFields: false)
        parser.row.refusesRounding = true
        let selection = try RowSelection(
            source.module, fields: nil, source, keepsUnknownValues: true, location: connection.location)
        let columns = Int32(RowLayout.Envelope.allCases.count + source.fields.count)
        let select = """
            SELECT \(selection.columns), m.item FROM \(SQLite.quoted(source.table)) AS m \
            LEFT JOIN \(SQLite.quoted(source.textTable)) AS t ON t.item = m.item \
            WHERE m.item > ? AND \(condition) ORDER BY m.item LIMIT \(Self.batch)
            """
        var last: Int64 = .min
        while true {
            var found: [(item: Int64, row: [SQLValue])] = []
            try connection.withStatement(select) { statement in
                try statement.bind([.integer(last)])
                while try statement.step() {
                    found.append((statement.integer(columns), (0..<columns).map(statement.value)))
                }
            }
            guard let end = found.last else { return }
            last = end.item
            for (item, row) in found {
                var json = JSONWriter()
                writer.write(row, to: &json)
                let renamed = json.bytes.withUnsafeBytes { new.module.underCurrentNames($0) }
                guard renamed != nil || isWanted(row) else { continue }
                try (renamed ?? json.bytes).withUnsafeBytes { bytes in
                    try parse(bytes, &parser)
                    report(parser.row, row, &change)
                    _ = try rows.write(parser.row, item: item)
                }
            }
        }
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, _ parser: inout InstanceParser) throws {
        do throws(InstanceFailure) { try parser.parse(bytes) } catch {
            let detail = error.error(new, id: nil, bytes: bytes)
            throw StoreError(
                .corrupt, action: "migrate \"\(new.module.name)\" to the new schema",
                location: connection.location,
                reason:
                    "an item cannot be read: expected \(detail.expected) at \(detail.path), found \(detail.found)",
                advice:
                    "Nothing was changed. Check the file with `quire check-store`, or load the content into a new one."
            )
        }
    }

    private func report(_ row: borrowing RowCells, _ values: [SQLValue], _ change: inout SchemaChange) {
        for (field, failure) in row.incompatible {
            change.incompatibleCount += 1
            guard change.incompatible.count < Self.reportLimit, case .text(let id) = values[0] else {
                continue
            }
            change.incompatible.append(
                .init(id: id, field: new.fields[field].name, expected: failure.expected, found: failure.found)
            )
        }
    }

    /// A layout for reading: kinds are derived from the stored types.
    private func layout(of fields: [FieldLayout], table: String, textTable: String) -> ModuleLayout {
        let descriptors = fields.map { field in
            FieldDescriptor(
                name: field.name, kind: field.storage.kind(isKept(field.name) ? nil : field.format))
        }
        return ModuleLayout(
            module: ModuleDescriptor(name: new.module.name, fields: descriptors), table: table,
            textTable: textTable,
            fields: fields, indexes: [])
    }

    /// The module with kept dates in milliseconds, because a format without a time of day would lose it.
    private func neutral(_ module: ModuleDescriptor) -> ModuleDescriptor {
        let fields = module.fields.fields.map { field in
            var field = field
            if isKept(field.name), Storage(field.kind) == .date { field.kind = .dateTime(.epochMilliseconds) }
            return field
        }
        return ModuleDescriptor(name: module.name, id: module.id, isSingle: module.isSingle, fields: fields)
    }

    private func isKept(_ name: String) -> Bool {
        guard let before = old.field(name), let after = new.field(name) else { return false }
        // Unknown values under the current name have the wire format.
        if before.storage == .date, after.format != .dateOnly, before.format == after.format,
            renamed.contains(where: { ExactName($0) == ExactName(name) })
        {
            return false
        }
        return before.storage == after.storage
    }
}

extension Storage {
    /// A kind that is stored in this way, with dates in the format or in milliseconds.
    func kind(_ format: DateFormat?) -> FieldKind {
        switch self {
        case .text: .text
        case .longText: .longText
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        case .date: .dateTime(format ?? .epochMilliseconds)
        case .place: .geopoint
        case .json: .json
        case .list(let element): .list(element.kind(format))
        }
    }
}
#endif
