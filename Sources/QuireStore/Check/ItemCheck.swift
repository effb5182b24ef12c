#if SQLite
import CSQLite
import Foundation
import QuireCore

/// Checks each item of a module against its checksum, and the columns that are derived from its values.
final class ItemCheck {
    /// The result of about a hundred items.
    struct Batch {
        var items = 0
        var problems: [StoreProblem] = []
    }

    private static let batch = 256

    private let module: StoredModule
    private let shape: RowShape
    private let connection: Connection
    private let writer: InstanceJSON
    private var parser: InstanceParser
    /// Finds an element's row in a side table, by the position of its field.
    private let findElement: [Statement?]
    /// Reads the rows of an item's listed objects, by the position of their table.
    private let findObjects: [Statement]
    /// The number of elements in all lists read so far, by the position of their field.
    private var expectedElements: [Int: Int] = [:]
    /// Whether the lists of an item could not be read, which makes `expectedElements` too small.
    private var misses = false

    init(_ module: StoredModule, _ connection: Connection) throws {
        let layout = module.neutralLayout
        let shape = RowShape(layout)
        self.module = module
        self.shape = shape
        self.connection = connection
        writer = InstanceJSON(
            layout: layout, fields: Array(0..<layout.ownCount), unmodelled: .none)
        parser = InstanceParser(shape, strictness: .keepsAside, requiresFields: false)
        findElement = try layout.fields.map { field in
            guard let side = field.side else { return nil }
            let key = field.storage.element == .place ? "latitude = ? AND longitude = ?" : "value = ?"
            return try Statement(
                "SELECT 1 FROM \(SQLite.quoted(side)) WHERE \(key) AND item = ?", connection: connection,
                persistent: true)
        }
        findObjects = try shape.objects.map { objects in
            let columns = objects.columns.map(SQLite.quoted).joined(separator: ", ")
            let order = objects.layout.positions.joined(separator: ", ")
            return try Statement(
                "SELECT \(columns) FROM \(SQLite.quoted(objects.layout.table)) WHERE item = ? ORDER BY \(order)",
                connection: connection, persistent: true)
        }
    }

    /// Reads all items, and reports after each batch.
    func run(_ report: (Batch) -> Void) throws {
        let narrow = shape.narrowColumns.map { "m.\(SQLite.quoted($0))" }
        let text = shape.textColumns.map { "t.\(SQLite.quoted($0))" }
        let columns = ["m.item", "m.\(MetadataColumns.checksum)"] + narrow + text
        // In the order of the table, because an index may be damaged.
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(SQLite.quoted(module.table)) AS m NOT INDEXED \
            LEFT JOIN \(SQLite.quoted(module.textTable)) AS t ON t.item = m.item ORDER BY m.item
            """
        var batch = Batch()
        defer { report(batch) }
        try connection.withStatement(sql) { row in
            while try row.step() {
                try check(row, &batch)
                batch.items += 1
                guard batch.items == Self.batch else { continue }
                try Task.checkCancellation()
                report(batch)
                batch = Batch()
            }
        }
    }

    private func check(_ row: Statement, _ batch: inout Batch) throws {
        let item = row.integer(0)
        let idColumn = Int32(shape.envelope[0] + 2)
        let id = row.isNull(idColumn) ? nil : row.text(idColumn)
        func add(_ kind: StoreProblem.Kind, _ detail: String) {
            batch.problems.append(StoreProblem(kind, module: module.name, id: id ?? "row \(item)", detail))
        }
        var checksum = RowChecksum(item: item)
        for index in 0..<shape.count {
            checksum.add(row.handle, Int32(index + 2), seed: shape.seeds[index])
        }
        if row.isNull(1) || checksum.value != row.integer(1) {
            misses = true
            return add(.changedItem, "its values do not match its checksum")
        }
        var json = JSONWriter()
        writer.write(values(row), to: &json)
        // The cells refer to the bytes.
        try json.bytes.withUnsafeBytes { bytes in
            do throws(InstanceFailure) { try parser.parse(bytes) } catch {
                misses = true
                return add(.unreadableItem, "\(error.failure)")
            }
            try compare(row, item, add: add)
        }
    }

    /// Compares a row with its values.
    private func compare(
        _ row: Statement, _ item: Int64, add: (StoreProblem.Kind, String) -> Void
    ) throws {
        if let failure = parser.row.incompatible.first {
            misses = true
            let field = module.fields[failure.field].name
            return add(
                .unreadableItem,
                "\"\(field)\": expected \(failure.failure.expected), found \(failure.failure.valueText)")
        }
        if let unmodelled = row.optionalText(Int32(shape.envelope[MetadataColumns.columns.count - 1] + 2)),
            (try? JSONValue(parsing: Data(unmodelled.utf8))) == nil
        {
            misses = true
            return add(.unreadableItem, "its unknown values are no JSON object")
        }
        for index in derived where try !follows(index, row) {
            add(.derivedValues, "the column \(name(index)) does not follow from the value")
        }
        var distinct: Set<Distinct> = []
        for (field, element) in parser.row.elements where distinct.insert(.init(field, element)).inserted {
            expectedElements[field, default: 0] += 1
            if try !has(element, field: field, item: item) {
                add(.derivedValues, "an element of \"\(module.fields[field].name)\" is missing in its table")
            }
        }
        for table in shape.objects.indices where try !hasObjects(table, item) {
            add(
                .derivedValues,
                "its rows of \(shape.objects[table].layout.table) do not follow from its listed objects")
        }
    }

    /// Whether a table has exactly the rows that follow from an item's listed objects.
    private func hasObjects(_ table: Int, _ item: Int64) throws -> Bool {
        let (cells, width) = (parser.row.objects[table], shape.objects[table].columns.count)
        let statement = findObjects[table]
        defer { statement.reset() }
        try statement.bind([.integer(item)])
        for start in stride(from: 0, to: cells.count, by: width) {
            guard try statement.step() else { return false }
            for column in 0..<width
            where !cells[start + column].equals(statement.handle, Int32(column)) { return false }
        }
        return try !statement.step()
    }

    /// Whether a column has the value that follows from its field.
    private func follows(_ index: Int, _ row: Statement) throws -> Bool {
        let cell = parser.row.cells[index]
        if cell.equals(row.handle, Int32(index + 2)) { return true }
        // A lower-cased text may be stored although it is only necessary if the text is not ASCII.
        guard cell.isNull, let slots = shape.slots.first(where: { $0.folded == index }) else { return false }
        let value = parser.row.cells[slots.value]
        return !value.isNull && value.folded.equals(row.handle, Int32(index + 2))
    }

    /// An element as its side table distinguishes it from others.
    private struct Distinct: Hashable {
        let field: Int
        let values: [SQLValue]

        init(_ field: Int, _ element: Element) {
            self.field = field
            values =
                switch element {
                case .integer(let integer): [.integer(integer)]
                case .real(let real): [.real(real)]
                case .text(let text): [.blob(Array(text.utf8))]
                case .place(let latitude, let longitude): [.real(latitude), .real(longitude)]
                }
        }
    }

    /// The columns that are derived from others.
    private lazy var derived: [Int] = zip(shape.slots, shape.layout.fields).flatMap { slots, field -> [Int] in
        [
            slots.folded, slots.smallest, slots.latitude, slots.longitude,
            field.isMember && field.storage.isNarrow ? slots.value : -1,
        ].filter { $0 >= 0 }
    }

    private func name(_ index: Int) -> String { (shape.narrowColumns + shape.textColumns)[index] }

    /// The columns of the envelope, in the order of `RowLayout`.
    private lazy var envelopeColumns: [Int32?] = RowLayout.Envelope.allCases.map { column in
        let name = column == .unknownValues ? "unmodelled" : "\(column)"
        return MetadataColumns.columns.firstIndex { $0.name == name }.map { Int32(shape.envelope[$0] + 2) }
    }

    /// The row in the order of `RowLayout`: the envelope, then the fields.
    private func values(_ row: Statement) -> [SQLValue] {
        envelopeColumns.map { $0.map(row.value) ?? .null }
            + shape.slots.prefix(shape.layout.ownCount).map { row.value(Int32($0.value + 2)) }
    }

    private func has(_ element: Element, field: Int, item: Int64) throws -> Bool {
        guard let statement = findElement[field] else { return true }
        defer { statement.reset() }
        switch element {
        case .integer(let integer): try statement.bind([.integer(integer), .integer(item)])
        case .real(let real): try statement.bind([.real(real), .integer(item)])
        case .text(let text): try statement.bind([.text(text), .integer(item)])
        case .place(let latitude, let longitude):
            try statement.bind([.real(latitude), .real(longitude), .integer(item)])
        }
        return try statement.step()
    }

    /// Finds rows of other tables that belong to no item.
    func orphans() throws -> [(StoreProblem, Int)] {
        let table = SQLite.quoted(module.table)
        var problems: [(StoreProblem, Int)] = []
        for other in [module.textTable] + module.sideTables {
            let count = try connection.integer(
                "SELECT count(*) FROM \(SQLite.quoted(other)) WHERE item NOT IN (SELECT item FROM \(table) NOT INDEXED)"
            )
            guard let count, count > 0 else { continue }
            problems.append(
                (
                    StoreProblem(
                        .orphans, module: module.name, "\(count) rows of \(other) belong to no item"),
                    Int(count)
                ))
        }
        // Elements in a side table that are in no list: filters would find items by them.
        guard !misses else { return problems }
        for (field, layout) in module.fields.enumerated() {
            guard let side = layout.side, !layout.isMember else { continue }
            let stored = try connection.count(of: side)
            let superfluous = stored - (expectedElements[field] ?? 0)
            guard superfluous > 0 else { continue }
            problems.append(
                (
                    StoreProblem(
                        .derivedValues, module: module.name,
                        "\(superfluous) rows of \(side) are not elements of an item's list"), superfluous
                ))
        }
        return problems
    }
}

extension Cell {
    /// Whether a column of the current row holds exactly this value.
    fileprivate func equals(_ statement: OpaquePointer, _ column: Int32) -> Bool {
        var mine = RowChecksum(item: 0)
        mine.add(self, seed: 1)
        var stored = RowChecksum(item: 0)
        stored.add(statement, column, seed: 1)
        return mine.value == stored.value
    }
}
#endif
