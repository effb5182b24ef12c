import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Reads the records that a batch changes.
struct RecordLookup: Sendable {
    let connection: PocketBaseConnection

    /// Reads one record; `nil` if there is none that the user may see.
    func record(_ id: String, of layout: CollectionLayout) async throws -> RecordVersion? {
        let call = PocketBaseCall(
            .get, PocketBaseCall.records(of: layout.name, id), query: [("fields", Self.columns(layout))],
            action: "read a record of \(layout.name)")
        let response = try await connection.respond(to: call)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw PocketBaseError(response, call.action) }
        guard let json = try? JSONValue(parsing: response.body),
            let version = RecordVersion(json, layout, files: connection.files)
        else {
            throw PocketBaseError(unreadable: "the response is not a record", call.action)
        }
        return version
    }

    /// Reads records by their ids.
    func records(_ ids: [String], of layout: CollectionLayout) async throws -> [String: RecordVersion] {
        if ids.count == 1 {
            return try await record(ids[0], of: layout).map { [ids[0]: $0] } ?? [:]
        }
        var versions: [String: RecordVersion] = [:]
        for filter in IDFilter.filters(of: ids) {
            let call = RecordListing(
                collection: layout.name, size: filter.ids.count, columns: Self.columns(layout),
                filter: filter.text, action: "read \(filter.ids.count) records of \(layout.name)"
            ).call
            let page = try await connection.json(call)
            guard let items = page["items"]?.elements else {
                throw PocketBaseError(unreadable: "there is no list of records", call.action)
            }
            for item in items {
                guard let id = item["id"]?.string else { continue }
                versions[id] = RecordVersion(item, layout, files: connection.files)
            }
        }
        return versions
    }

    private static func columns(_ layout: CollectionLayout) -> String {
        (layout.columns(for: nil) + (layout.isManaged ? [ColumnName.revision] : [])).joined(separator: ",")
    }
}

/// The stored version of a record, as writes need it.
struct RecordVersion: Sendable {
    var instance: JSONValue
    /// When the server stored it last, as it says so. Empty if the collection has no such field.
    var updated: String
    /// The number of its last write by Quire; 0 if there is none.
    var revision: Int64

    /// - Returns: `nil` if the value is not a record.
    init?(_ record: JSONValue, _ layout: CollectionLayout, files: FileAddress) {
        guard let instance = RecordForm(layout, files: files).instance(of: record) else { return nil }
        self.instance = instance
        updated = record[ColumnName.updated]?.string ?? ""
        revision = record[ColumnName.revision]?.wholeNumber ?? 0
    }
}
