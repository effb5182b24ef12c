#if SQLite
import Foundation
import QuireCore

/// Writes a page in HALO's format: an object with `pagination` and `items`, or just the array of all items.
struct PageJSON {
    let runner: SearchRunner
    let layouts: [String: ModuleLayout]

    /// - Parameters:
    ///   - fields: The positions of fields in the store's table; `nil` means all.
    ///   - selected: The members that objects keep; `nil` for whole objects.
    func write(fields: [Int]?, selected: SelectedValues?) throws -> [UInt8] {
        let layout = runner.plan.layout
        let request = runner.plan.request
        let selection = try RowSelection(
            rows: runner.plan, fields: fields, keepsUnknownValues: true,
            location: runner.connection.location)
        var rows: [[SQLValue]] = []
        let columns = selection.rowLayout.count
        let page = try runner.page(selection, again: { rows.removeAll() }) { row in
            rows.append((0..<columns).map { row.value(Int32($0)) })
        }
        var writer = InstanceJSON(
            layout: layout,
            fields: Array(selection.rowLayout.fields.dropLast(runner.plan.relatedColumns.count)),
            unmodelled: fields == nil || request.decoding.keepsUnknownValues ? .unknownKeys : .none)
        writer.selected = selected
        writer.related = request.module.adding(request.relatedFields).fields.fields
            .suffix(request.relatedFields.count).map { ($0.name, $0.kind) }
        let inclusion = Inclusion(connection: runner.connection, layouts: layouts)
        writer.included = try inclusion.items(of: request, in: rows, selection, layout)
        var json = JSONWriter(capacity: rows.count * 512)
        if case .all = request.page {
            json.beginArray()
            for row in rows { writer.write(row, to: &json) }
            json.endArray()
            return json.bytes
        }
        json.beginObject()
        json.key("pagination" as StaticString)
        write(page.pageInfo, &json)
        json.key("items" as StaticString)
        json.beginArray()
        for row in rows { writer.write(row, to: &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private func write(_ info: PageInfo, _ json: inout JSONWriter) {
        json.beginObject()
        json.key("page" as StaticString)
        json.integer(Int64(info.page))
        json.key("limit" as StaticString)
        json.integer(Int64(info.limit))
        json.key("offset" as StaticString)
        json.integer(Int64(info.offset))
        if let total = info.totalItems {
            json.key("totalItems" as StaticString)
            json.integer(Int64(total))
            json.key("totalPages" as StaticString)
            json.integer(Int64(info.totalPages ?? 1))
        }
        json.endObject()
    }
}
#endif
