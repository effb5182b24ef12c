#if SQLite

/// The columns of a module's two tables as one array of cells, in the order in which they are written.
struct RowShape: Sendable {
    /// The positions of a field's parts in the array; -1 if the field does not have the part.
    struct Slots: Sendable {
        var value = -1
        var folded = -1
        var smallest = -1
        var latitude = -1
        var longitude = -1
    }

    let layout: ModuleLayout
    let narrowColumns: [String]
    let textColumns: [String]
    /// The hash seeds by the position of the cell.
    let seeds: [UInt64]
    /// The slots by the position of the field.
    let slots: [Slots]
    /// The cells of metadata by the position of the column.
    let envelope: [Int]
    /// The rows of listed objects, by the position of their table.
    let objects: [Objects]

    /// The columns of a row in the table of listed objects, after the number of its item.
    struct Objects: Sendable {
        let layout: ObjectLayout
        let columns: [String]
        /// The slots by the position of the member.
        let slots: [Slots]

        init(_ layout: ObjectLayout) {
            self.layout = layout
            let columns = layout.columns
            self.columns = columns
            func slot(_ name: String?) -> Int { name.flatMap(columns.firstIndex) ?? -1 }
            slots = layout.members.map { member in
                Slots(
                    value: slot(member.column), folded: slot(member.folded), latitude: slot(member.latitude),
                    longitude: slot(member.longitude))
            }
        }

        var insert: String {
            let names = ([MetadataColumns.item] + columns).map(SQLite.quoted).joined(separator: ", ")
            let parameters = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
            return "INSERT INTO \(SQLite.quoted(layout.table)) (\(names)) VALUES (\(parameters))"
        }
    }

    init(_ layout: ModuleLayout) {
        self.layout = layout
        var narrow: [String] = []
        var text: [String] = []
        for column in MetadataColumns.columns {
            if column.isNarrow { narrow.append(column.name) } else { text.append(column.name) }
        }
        for field in layout.fields {
            narrow += ModuleLayout.narrowColumns(of: field).map(\.name)
            text += ModuleLayout.textColumns(of: field).map(\.name)
        }
        var position: [String: Int] = [:]
        for (index, name) in (narrow + text).enumerated() { position[name] = index }
        func slot(_ name: String?) -> Int { name.flatMap { position[$0] } ?? -1 }
        narrowColumns = narrow
        seeds = (narrow + text).map(RowChecksum.seed)
        textColumns = text
        envelope = MetadataColumns.columns.map { slot($0.name) }
        objects = layout.objects.map(Objects.init)
        slots = layout.fields.map { field in
            // The other columns of a member of listed objects are in their table.
            field.isInListOfObjects
                ? Slots(value: slot(field.words), smallest: slot(field.smallest))
                : Slots(
                    value: slot(field.column), folded: slot(field.folded), smallest: slot(field.smallest),
                    latitude: slot(field.latitude), longitude: slot(field.longitude))
        }
    }

    var count: Int { narrowColumns.count + textColumns.count }

    /// An INSERT or REPLACE of a row of the narrow table. The first parameter is the row's number, and the last is its
    /// checksum.
    func narrowStatement(_ verb: String) -> String {
        statement(verb, table: layout.table, columns: narrowColumns + [MetadataColumns.checksum])
    }

    func textStatement(_ verb: String) -> String {
        statement(verb, table: layout.textTable, columns: textColumns)
    }

    private func statement(_ verb: String, table: String, columns: [String]) -> String {
        let names = ([MetadataColumns.item] + columns).map(SQLite.quoted).joined(separator: ", ")
        let parameters = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
        return "\(verb) INTO \(SQLite.quoted(table)) (\(names)) VALUES (\(parameters))"
    }
}
#endif
