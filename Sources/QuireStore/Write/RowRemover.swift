#if SQLite
import CSQLite
import QuireCore

/// Deletes rows of one module from all its tables, in a transaction.
///
/// A side table is sorted by value, so an item's elements are found through the list in the text table. Tables of listed
/// objects are sorted by item.
final class RowRemover {
    private let layout: ModuleLayout
    private let connection: Connection
    private let lists: [(field: FieldLayout, kind: FieldKind, table: String)]
    private let readLists: Statement?
    private let removeElement: [Statement]
    private let removeObjects: [Statement]
    private let removeNarrowRow: Statement
    private let removeTextRow: Statement
    private let find: Statement
    private let follower: TextFollower?
    private let vectors: VectorFollower?
    /// Notes the rows for searches; `nil` if there is no full text.
    private let written: WrittenRows?

    /// - Parameter follower: Updates the full text, if there is one.
    init(_ layout: ModuleLayout, _ connection: Connection, follower: TextFollower?) throws {
        func prepare(_ sql: String) throws -> Statement {
            try Statement(sql, connection: connection, persistent: true)
        }
        self.layout = layout
        self.connection = connection
        self.follower = follower
        vectors = try VectorFollower(layout, connection)
        written = layout.text.flatMap { connection.searchRecorder?.writtenRows($0) }
        let table = SQLite.quoted(layout.table)
        let textTable = SQLite.quoted(layout.textTable)
        lists = zip(layout.fields, layout.kinds).compactMap { field, kind in
            field.side.map { (field, kind, $0) }
        }
        let columns = lists.map { SQLite.quoted($0.field.column) }.joined(separator: ", ")
        readLists = lists.isEmpty ? nil : try prepare("SELECT \(columns) FROM \(textTable) WHERE item = ?")
        removeElement = try lists.map { list in
            let key = list.field.storage.element == .place ? "latitude = ? AND longitude = ?" : "value = ?"
            return try prepare(
                "DELETE FROM \(SQLite.quoted(list.table)) WHERE \(key) AND item = ?")
        }
        removeObjects = try layout.objects.map {
            try prepare("DELETE FROM \(SQLite.quoted($0.table)) WHERE item = ?")
        }
        removeNarrowRow = try prepare("DELETE FROM \(table) WHERE item = ?")
        removeTextRow = try prepare("DELETE FROM \(textTable) WHERE item = ?")
        find = try prepare("SELECT item FROM \(table) WHERE id = ?")
    }

    /// Deletes the item. Returns `false` if there is none with that id.
    func remove(id: String) throws -> Bool {
        try find.bind(.text(id), at: 1)
        defer { find.reset() }
        guard try find.step() else { return false }
        let item = find.integer(0)
        find.reset()
        try connection.changes?.changes({ id }, of: layout.module.name, isNew: false, on: connection)
        written?.add(item, .removed)
        try follower?.willRemove(item)
        try vectors?.willRemove(item)
        try removeElements(of: item)
        try removeNarrow(of: item)
        try removeText(of: item)
        return true
    }

    func removeNarrow(of item: Int64) throws { try removeNarrowRow.run(.integer(item)) }

    func removeText(of item: Int64) throws { try removeTextRow.run(.integer(item)) }

    func removeElements(of item: Int64) throws {
        for statement in removeObjects { try statement.run(.integer(item)) }
        guard let readLists else { return }
        try readLists.bind(.integer(item), at: 1)
        defer { readLists.reset() }
        guard try readLists.step() else { return }
        for (index, list) in lists.enumerated() where !readLists.isNull(Int32(index)) {
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_text(readLists.handle, Int32(index)),
                count: Int(sqlite3_column_bytes(readLists.handle, Int32(index))))
            for element in elements(of: list.kind, list.field.storage, bytes) {
                try remove(element, with: removeElement[index], item: item)
            }
        }
    }

    private func elements(
        of kind: FieldKind, _ storage: Storage, _ bytes: UnsafeRawBufferPointer
    ) -> [Element] {
        var cells = RowCells(count: 5)
        cells.keepsIncompatible = true
        let slots = RowShape.Slots(value: 0, folded: 1, smallest: 2, latitude: 3, longitude: 4)
        // The same code parsed the list successfully when it was stored.
        try? JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
            try cells.read(kind, storage, slots: slots, field: 0, from: &json, in: bytes)
        }
        return cells.elements.map(\.element)
    }

    private func remove(_ element: Element, with statement: Statement, item: Int64) throws {
        switch element {
        case .integer(let integer): try statement.run(.integer(integer), .integer(item))
        case .real(let real): try statement.run(.real(real), .integer(item))
        case .text(let text): try statement.run(.text(text), .integer(item))
        case .place(let latitude, let longitude):
            try statement.run(.real(latitude), .real(longitude), .integer(item))
        }
    }
}
#endif
