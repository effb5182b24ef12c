#if SQLite
/// The SQL that creates a module's tables.
extension ModuleLayout {
    /// The columns of a field in the narrow table, with names and types.
    static func narrowColumns(of field: FieldLayout) -> [(name: String, type: String)] {
        let smallest = field.smallest.map { ($0, field.storage.element?.smallestType ?? "INTEGER") }
        var columns: [(String, String)] = []
        guard !field.isInListOfObjects else { return [smallest].compactMap(\.self) }
        if field.storage.isNarrow { columns.append((field.column, field.storage.columnType)) }
        if field.storage == .text, let folded = field.folded { columns.append((folded, "TEXT")) }
        if let smallest { columns.append(smallest) }
        for degrees in [field.latitude, field.longitude] {
            if let degrees { columns.append((degrees, "REAL")) }
        }
        return columns
    }

    /// The columns of a field in the text table, with names and types.
    static func textColumns(of field: FieldLayout) -> [(name: String, type: String)] {
        guard !field.isInListOfObjects else { return [field.words].compactMap(\.self).map { ($0, "TEXT") } }
        var columns: [(String, String)] = []
        if !field.storage.isNarrow { columns.append((field.column, "TEXT")) }
        if field.storage == .longText, let folded = field.folded { columns.append((folded, "TEXT")) }
        return columns
    }

    /// Creates the narrow table, the text table and the side tables.
    var tableDefinitions: [String] {
        var narrow = ["\(SQLite.quoted(MetadataColumns.item)) INTEGER PRIMARY KEY"]
        var long = narrow
        for column in MetadataColumns.columns {
            let constraint = column.name == "id" ? " NOT NULL UNIQUE" : ""
            let definition = "\(SQLite.quoted(column.name)) \(column.storage.columnType)\(constraint)"
            if column.isNarrow { narrow.append(definition) } else { long.append(definition) }
        }
        for field in fields {
            narrow += Self.narrowColumns(of: field).map { "\(SQLite.quoted($0.name)) \($0.type)" }
            long += Self.textColumns(of: field).map { "\(SQLite.quoted($0.name)) \($0.type)" }
        }
        narrow.append("\(MetadataColumns.checksum) INTEGER")
        return [
            "CREATE TABLE \(SQLite.quoted(table)) (\(narrow.joined(separator: ", "))) STRICT",
            "CREATE TABLE \(SQLite.quoted(textTable)) (\(long.joined(separator: ", "))) STRICT",
        ] + fields.compactMap(Self.sideTableDefinition) + objects.map(\.definition)
    }

    /// Creates the table for a list's elements.
    static func sideTableDefinition(of field: FieldLayout) -> String? {
        guard let side = field.side, let element = field.storage.element else { return nil }
        let columns =
            switch element {
            case .place: "latitude REAL NOT NULL, longitude REAL NOT NULL, item INTEGER NOT NULL"
            case .text, .longText: "value TEXT NOT NULL, item INTEGER NOT NULL, folded TEXT"
            default: "value \(element.columnType) NOT NULL, item INTEGER NOT NULL"
            }
        let key = element == .place ? "latitude, longitude, item" : "value, item"
        return "CREATE TABLE \(SQLite.quoted(side)) (\(columns), PRIMARY KEY (\(key))) WITHOUT ROWID, STRICT"
    }

    func definition(of index: ColumnIndex) -> String {
        let columns = index.column == MetadataColumns.item ? "item, value" : SQLite.quoted(index.column)
        return "CREATE INDEX IF NOT EXISTS \(SQLite.quoted(index.name)) "
            + "ON \(SQLite.quoted(index.side ?? table)) (\(columns))"
    }
}

extension Storage {
    /// The type of a list's `smallest` column: that of its elements, if they have an order.
    fileprivate var smallestType: String {
        switch self {
        case .place, .json, .list: "INTEGER"
        case .longText, .text: "TEXT"
        case .integer, .number, .boolean, .date: columnType
        }
    }
}
#endif
