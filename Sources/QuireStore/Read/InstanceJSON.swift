#if SQLite
import Foundation
import QuireCore
import QuireText

/// Writes rows as instances in HALO's format. Missing values are omitted, not written as null.
struct InstanceJSON {
    /// Which of the unknown values are written.
    enum Unmodelled {
        case none
        /// Those whose key belongs to no field.
        case unknownKeys
        /// Also those that do not fit their field.
        case all
    }

    let layout: ModuleLayout
    /// The positions of the fields in the row, in the order of its columns.
    let fields: [Int]
    let unmodelled: Unmodelled
    /// The items to write instead of their ids, by field position and id.
    var included: [Int: [ExactText: [UInt8]]] = [:]
    /// The members that objects keep; `nil` for whole objects.
    var selected: SelectedValues?
    /// The fields of related items, in the columns after the fields.
    var related: [(name: String, kind: FieldKind)] = []

    /// Writes a row as an instance. The columns are those of a `RowLayout`.
    ///
    /// - Parameter defaults: Values for fields that the row has none for, as JSON.
    /// - Returns: Where the unknown values and the defaults start, which are not in the format of the columns.
    @discardableResult
    func write(
        _ row: [SQLValue], to json: inout JSONWriter, adding defaults: [(name: String, json: [UInt8])] = []
    ) -> Int {
        json.beginObject()
        envelope(.id, "id", of: row, to: &json)
        envelope(.name, "name", of: row, to: &json)
        envelope(.module, "module", of: row, to: &json)
        envelope(.customerId, "customerId", of: row, to: &json)
        envelope(.revision, "revision", of: row, to: &json)
        envelope(.externalId, "externalId", of: row, to: &json)
        json.key("values" as StaticString)
        json.beginObject()
        let first = RowLayout.Envelope.allCases.count
        for (index, field) in fields.enumerated() where row[first + index] != .null {
            json.key(layout.fields[field].name)
            write(row[first + index], of: field, to: &json)
        }
        for (index, field) in related.enumerated() where row[first + fields.count + index] != .null {
            json.key(field.name)
            write(
                row[first + fields.count + index], as: Storage(field.kind), format: field.kind.dateFormat,
                to: &json)
        }
        let start = json.bytes.count
        writeUnmodelled(row[RowLayout.Envelope.unknownValues.rawValue], &json)
        for (name, value) in defaults {
            json.key(name)
            json.raw(value)
        }
        json.endObject()
        envelope(.tags, "tags", of: row, to: &json)
        envelope(.pushSchedule, "pushSchedule", of: row, to: &json)
        envelope(.createdAt, "createdAt", of: row, to: &json)
        envelope(.updatedAt, "updatedAt", of: row, to: &json)
        envelope(.publishedAt, "publishedAt", of: row, to: &json)
        envelope(.archivedAt, "archivedAt", of: row, to: &json)
        envelope(.removedAt, "removedAt", of: row, to: &json)
        envelope(.deletedAt, "deletedAt", of: row, to: &json)
        envelope(.createdBy, "createdBy", of: row, to: &json)
        envelope(.updatedBy, "updatedBy", of: row, to: &json)
        envelope(.deletedBy, "deletedBy", of: row, to: &json)
        json.endObject()
        return start
    }

    private func envelope(
        _ column: RowLayout.Envelope, _ key: StaticString, of row: [SQLValue], to json: inout JSONWriter
    ) {
        let value = row[column.rawValue]
        guard value != .null else { return }
        json.key(key)
        switch (column, value) {
        case (.tags, .text(let text)), (.externalId, .text(let text)), (.pushSchedule, .text(let text)):
            json.raw(text.utf8)
        case (_, .text(let text)): json.string(text)
        case (_, .integer(let integer)): json.integer(integer)
        default: json.null()
        }
    }

    private func write(_ value: SQLValue, of field: Int, to json: inout JSONWriter) {
        let name = layout.fields[field].name
        // Only objects that are cut are parsed.
        if let selected, selected.cuts(name), case .text(let text) = value,
            let whole = try? JSONValue(parsing: Data(text.utf8)),
            let part = selected.part(of: whole, in: name)
        {
            json.value(part)
            return
        }
        switch (layout.fields[field].storage, value) {
        case (.text, .text(let text)):
            if let item = included[field]?[ExactText(text)] { json.raw(item) } else { json.string(text) }
        case (.list, .text(let text)):
            if let items = included[field] {
                list(text, items: items, to: &json)
            } else {
                json.raw(text.utf8)
            }
        case (let storage, _): write(value, as: storage, format: layout.kinds[field].dateFormat, to: &json)
        }
    }

    private func write(
        _ value: SQLValue, as storage: Storage, format: DateFormat, to json: inout JSONWriter
    ) {
        switch (storage, value) {
        case (.text, .text(let text)), (.longText, .text(let text)): json.string(text)
        case (.boolean, .integer(let integer)): json.boolean(integer != 0)
        case (.date, .integer(let milliseconds)): json.date(milliseconds: milliseconds, format)
        case (_, .text(let text)): json.raw(text.utf8)
        case (_, .integer(let integer)): json.integer(integer)
        case (_, .real(let real)): json.number(real)
        default: json.null()
        }
    }

    /// Writes a list of ids, replacing ids with their items.
    private func list(_ text: String, items: [ExactText: [UInt8]], to json: inout JSONWriter) {
        json.beginArray()
        for id in StoredJSON.ids(text) {
            if let item = items[ExactText(id)] { json.raw(item) } else { json.string(id) }
        }
        json.endArray()
    }

    private func writeUnmodelled(_ value: SQLValue, _ json: inout JSONWriter) {
        guard unmodelled != .none, case .text(var text) = value else { return }
        text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            for member in StoredJSON.members(bytes)
            where unmodelled == .all || layout.module.fields[exactly: member.key] == nil {
                json.key(member.key)
                json.raw(bytes[member.value])
            }
        }
    }
}
#endif
