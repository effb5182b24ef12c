import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// A stored record, as writes need it.
struct HeldRecord: Sendable {
    var instance: JSONValue
    /// When the server stored it last, as it says so. Empty if the collection has no such field.
    var updated: String
    /// The number of its last write by Quire; 0 if there is none.
    var revision: Int64

    /// - Returns: `nil` if the value is not a record.
    init?(_ record: JSONValue, _ layout: CollectionLayout, _ files: FileAddress) {
        guard record["id"]?.string?.isEmpty == false else { return nil }
        let data = record.data
        var reader = RecordReader(layout, files: files, size: data.count)
        guard let found = try? reader.record(data),
            let instance = try? JSONValue(parsing: found.instance.data)
        else {
            return nil
        }
        self.instance = instance
        updated = found.updated
        revision = record[ColumnName.revision]?.wholeNumber ?? 0
    }
}

/// Reads the records that a batch changes.
struct HeldRecords: Sendable {
    let connection: PocketBaseConnection
    let files: FileAddress

    /// Reads one record; `nil` if there is none that the user may see.
    func record(_ id: String, of layout: CollectionLayout) async throws -> HeldRecord? {
        let call = PocketBaseCall(
            .get, PocketBaseCall.records(of: layout.name, id), query: [("fields", Self.columns(layout))],
            "read a record of \(layout.name)")
        let response = try await connection.respond(to: call)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw PocketBaseError(response, call.action) }
        guard let json = try? JSONValue(parsing: response.body), let held = HeldRecord(json, layout, files)
        else {
            throw PocketBaseError(.unreadable, call.action, status: 200, "the response is not a record")
        }
        return held
    }

    /// Reads records by their ids.
    func records(_ ids: [String], of layout: CollectionLayout) async throws -> [String: HeldRecord] {
        if ids.count == 1 {
            return try await record(ids[0], of: layout).map { [ids[0]: $0] } ?? [:]
        }
        var found: [String: HeldRecord] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            var filter = ""
            var count = 0
            for id in rest.prefix(100) {
                let test = "id='\(id.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
                // The server takes 3,500 bytes.
                guard filter.isEmpty || filter.utf8.count + test.utf8.count + 4 <= 3_400 else { break }
                filter += filter.isEmpty ? test : "||" + test
                count += 1
            }
            let call = PocketBaseCall(
                .get, PocketBaseCall.records(of: layout.name),
                query: [
                    ("perPage", String(count)), ("skipTotal", "1"), ("filter", filter),
                    ("fields", Self.columns(layout)),
                ], "read \(count) records of \(layout.name)")
            let page = try await connection.send(call) { (data) throws(ValueDecodingError) in
                try JSONValue(parsing: data)
            }
            guard let items = page["items"]?.elements else {
                throw PocketBaseError(.unreadable, call.action, status: 200, "there is no list of records")
            }
            for item in items {
                if let id = item["id"]?.string { found[id] = HeldRecord(item, layout, files) }
            }
            rest = rest.dropFirst(count)
        }
        return found
    }

    private static func columns(_ layout: CollectionLayout) -> String {
        (layout.columns(for: nil) + (layout.isManaged ? [ColumnName.revision] : [])).joined(separator: ",")
    }
}
