import Foundation
import QuireCore
import QuireRemote

/// Reads and changes the collections of a server. Only superusers may.
struct CollectionAdministration: Sendable {
    let connection: PocketBaseConnection

    /// All collections.
    func collections() async throws -> [JSONValue] {
        var all: [JSONValue] = []
        var number = 1
        var contradictions = 0
        while true {
            let call = PocketBaseCall(
                .get, ["collections"],
                query: [("page", String(number)), ("perPage", "200"), ("sort", "name")],
                action: "read the collections")
            let page = try await connection.json(call)
            guard let items = page.member("items")?.elements, let total = page.member("totalItems")?.int
            else {
                throw PocketBaseError(unreadable: "there is no list of collections", call.action)
            }
            all += items
            if all.count >= total { return all }
            number += 1
            guard items.isEmpty else { continue }
            // A collection that was created between the page and the count is on the repeated pages.
            contradictions += 1
            if contradictions == 3 { throw PocketBaseError(countedOnly: total - all.count, call.action) }
            all = []
            number = 1
        }
    }

    /// One collection.
    func collection(_ name: String) async throws -> JSONValue {
        try await connection.json(
            PocketBaseCall(.get, ["collections", name], action: "read the collection \(name)"))
    }

    /// Creates or changes collections, all of them or none. Collections and fields that are not named stay.
    func put(_ collections: [JSONValue]) async throws {
        let body = JSONValue.of(["collections": .array(collections), "deleteMissing": .boolean(false)])
        var call = PocketBaseCall(
            .put, ["collections", "import"], body: body.data, action: "change the collections")
        // Importing the same collections again changes nothing.
        call.isRepeatable = true
        _ = try await connection.send(call)
    }

    /// Removes the relations of collections to each other.
    func unlink(_ collections: [JSONValue]) async throws {
        let ids = collections.compactMap { $0.member("id")?.string }
        for collection in collections {
            let fields = collection.member("fields")?.elements ?? []
            let remainingFields = fields.filter { field in
                !(field.member("collectionId")?.string.map(ids.contains) ?? false)
            }
            guard remainingFields.count < fields.count, let name = collection.member("name")?.string else {
                continue
            }
            _ = try await connection.send(
                PocketBaseCall(
                    .patch, ["collections", name],
                    body: JSONValue.of(["fields": .array(remainingFields)]).data,
                    action: "remove the relations of \(name)"))
        }
    }

    func delete(_ name: String) async throws {
        _ = try await connection.send(
            PocketBaseCall(.delete, ["collections", name], action: "delete the collection \(name)"))
    }

    /// The number of records.
    func count(of name: String) async throws -> Int {
        let call = PocketBaseCall(
            .get, PocketBaseCall.records(of: name), query: [("perPage", "1"), ("fields", "id")],
            action: "count the records of \(name)")
        let page = try await connection.json(call)
        guard let total = page.member("totalItems")?.int, total >= 0 else {
            throw PocketBaseError(unreadable: "the total is missing", call.action)
        }
        return total
    }
}
