#if SQLite
import Foundation
import QuireCore

/// Reads a module's items from one layout, and converts each to the cells of another one: it is written as JSON and
/// parsed again.
///
/// Therefore values are treated as in an import: they go into a field that accepts them, or into the unknown values.
struct RowConversion {
    let connection: Connection
    let old: StoredModule
    let new: ModuleLayout
    /// The layout of the cells: kept dates are in milliseconds, because a format without a time of day would lose it.
    let target: ModuleLayout
    /// Values for items that have none, by name. A field that an item has a value for, of any type, is not filled.
    let defaults: [(field: FieldLayout, json: [UInt8])]

    static let batch: Int64 = 500

    /// - Parameters:
    ///   - keepsText: Whether the target has the module's full text.
    ///   - fillsDefaults: Whether required fields without a value get their default.
    init(
        _ connection: Connection, from old: StoredModule, to new: ModuleLayout, keepsText: Bool = false,
        fillsDefaults: Bool = true
    ) {
        self.connection = connection
        self.old = old
        self.new = new
        func isKept(_ name: String) -> Bool { Self.isKept(name, from: old, in: new) }
        target = ModuleLayout(
            module: Self.neutral(new.module, isKept), table: new.table, textTable: new.textTable,
            fields: new.fields, objects: new.objects, indexes: [], text: keepsText ? new.text : nil)
        defaults = new.module.fields.fields.uniqueByName.compactMap { field in
            guard fillsDefaults, field.isRequired, let value = field.defaultValue,
                let layout = new.field(field.name)
            else { return nil }
            var json = JSONWriter()
            json.value(value)
            return (layout, json.bytes)
        }
    }

    /// One converted item. It is only valid while it is passed on.
    struct Item {
        let number: Int64
        let id: String
        /// The line of JSON that the cells were parsed from.
        let line: UnsafeRawBufferPointer
        /// The positions of the fields that were filled with their default.
        let filled: [Int]
        /// Whether the item had former names, which the line no longer has.
        let isRenamed: Bool
    }

    /// Converts the items of a source, in batches, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - condition: Selects items in SQL.
    ///   - isWanted: Selects items by their columns. Items with former names are always selected.
    ///   - body: Receives each item and its cells.
    func run(
        from source: ModuleLayout, where condition: String,
        isWanted: ([SQLValue]) -> Bool = { _ in true }, afterBatch: (Int) throws -> Void = { _ in },
        _ body: (Item, borrowing RowCells) throws -> Void
    ) throws {
        let writer = InstanceJSON(layout: source, fields: Array(source.fields.indices), unmodelled: .all)
        var parser = InstanceParser(RowShape(target), strictness: .keepsAside, requiresFields: false)
        parser.row.refusesRounding = true
        let defaults = Defaults(self, source)
        let days = DayColumns(source)
        let lists = ListDates(source, to: new)
        let selection = try RowSelection(
            source.module, fields: nil, source, keepsUnknownValues: true, location: connection.location)
        let columns = Int32(RowLayout.Envelope.allCases.count + source.fields.count)
        let select = """
            SELECT \(selection.columns), m.item FROM \(SQLite.quoted(source.table)) AS m \
            LEFT JOIN \(SQLite.quoted(source.textTable)) AS t ON t.item = m.item \
            WHERE m.item > ? AND (\(condition)) ORDER BY m.item LIMIT \(Self.batch)
            """
        var last: Int64 = .min
        while true {
            try Task.checkCancellation()
            var rows: [(item: Int64, row: [SQLValue])] = []
            try connection.withStatement(select) { statement in
                try statement.bind([.integer(last)])
                while try statement.step() {
                    rows.append((statement.integer(columns), (0..<columns).map(statement.value)))
                }
            }
            guard let end = rows.last else { return }
            last = end.item
            for (item, row) in rows {
                let isWanted = isWanted(row)
                guard isWanted || new.module.hasFormerNames else { continue }
                let row = lists.reformatted(days.withTimes(row))
                let missing = defaults.missing(in: row)
                var json = JSONWriter()
                var start = writer.write(row, to: &json, adding: missing.map { ($0.name, $0.json) })
                let renamed = json.bytes.withUnsafeBytes {
                    new.module.underCurrentNames($0, moving: &start)
                }
                guard isWanted || renamed != nil else { continue }
                parser.unknownValues = (start, new.kinds)
                try (renamed ?? json.bytes).withUnsafeBytes { bytes in
                    try parse(bytes, &parser)
                    let id = if case .text(let id) = row[0] { id } else { "" }
                    try body(
                        Item(
                            number: item, id: id, line: bytes, filled: missing.map(\.field),
                            isRenamed: renamed != nil), parser.row)
                }
            }
            try afterBatch(rows.count)
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

    /// A layout for reading stored fields: kinds are derived from the stored types.
    func source(of fields: [FieldLayout], table: String, textTable: String) -> ModuleLayout {
        let fields = fields.filter { !$0.isMember }
        let descriptors = fields.map { field in
            FieldDescriptor(
                name: field.name,
                kind: field.storage.kind(Self.isKept(field.name, from: old, in: new) ? nil : field.format))
        }
        return ModuleLayout(
            module: ModuleDescriptor(name: new.module.name, fields: descriptors), table: table,
            textTable: textTable, fields: fields, indexes: [])
    }

    private static func neutral(_ module: ModuleDescriptor, _ isKept: (String) -> Bool) -> ModuleDescriptor {
        let fields = module.fields.fields.map { field in
            var field = field
            if isKept(field.name), Storage(field.kind) == .date { field.kind = .dateTime(.epochMilliseconds) }
            return field
        }
        return ModuleDescriptor(name: module.name, id: module.id, isSingle: module.isSingle, fields: fields)
    }

    private static func isKept(_ name: String, from old: StoredModule, in new: ModuleLayout) -> Bool {
        guard let before = old.field(name), let after = new.field(name) else { return false }
        return before.storage == after.storage
    }
}

/// The columns of dates whose format has no time of day. Their milliseconds may have one, from a time when the field had
/// another format. A field with another type then gets the whole moment.
private struct DayColumns {
    private let columns: [Int]

    private static let day: Int64 = 86_400_000

    init(_ source: ModuleLayout) {
        columns = source.fields.indices
            .filter { source.fields[$0].storage == .date && source.kinds[$0].dateFormat == .dateOnly }
            .map { RowLayout.Envelope.allCases.count + $0 }
    }

    /// The row, in which moments within a day are JSON of RFC 3339 texts.
    func withTimes(_ row: [SQLValue]) -> [SQLValue] {
        var row = row
        for column in columns {
            guard case .integer(let milliseconds) = row[column], milliseconds % Self.day != 0 else {
                continue
            }
            var json = JSONWriter()
            json.date(milliseconds: milliseconds, .rfc3339)
            row[column] = .text(String(decoding: json.bytes, as: UTF8.self))
        }
        return row
    }
}

/// Finds the fields of an item that a default fills.
private struct Defaults {
    struct Value {
        let name: String
        let formerNames: [String]
        let json: [UInt8]
        /// The position in the new layout.
        let field: Int
        /// The column of the row; `nil` if the source lacks the field.
        let column: Int?
    }

    let values: [Value]

    init(_ conversion: RowConversion, _ source: ModuleLayout) {
        values = conversion.defaults.compactMap { (field, json) in
            guard let position = conversion.new.fieldIndex[field.name] else { return nil }
            let column = source.fieldIndex[field.name]
            let formerNames = conversion.new.module.fields.fields.first { $0.name == field.name }?.formerNames
            return Value(
                name: field.name, formerNames: formerNames ?? [], json: json, field: position,
                column: column.map { RowLayout.Envelope.allCases.count + $0 })
        }
    }

    /// The defaults for fields that have neither a value nor one that did not fit.
    func missing(in row: [SQLValue]) -> [Value] {
        guard !values.isEmpty else { return [] }
        let absent = values.filter { $0.column.map { row[$0] == .null } ?? true }
        guard !absent.isEmpty, case .text(var unmodelled) = row[RowLayout.Envelope.unknownValues.rawValue]
        else { return absent }
        return unmodelled.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let storedKeys = StoredJSON.members(bytes)
                .filter { !bytes[$0.value].elementsEqual("null".utf8) }.map(\.key)
            return absent.filter { value in
                !([value.name] + value.formerNames).contains { storedKeys.contains(where: $0.isByteEqual) }
            }
        }
    }
}
#endif
