import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import QuireRemote

/// Deletes documents of a collection by a filter.
struct DocumentDeletion: Sendable {
    let connection: TypesenseConnection
    let collection: String

    /// The maximum length of a filter that is sent as part of a URL.
    private static let longestFilter = 3_000

    static func fits(_ filter: String) -> Bool { filter.utf8.count <= longestFilter }

    /// Deletes the documents that match a filter, and returns their number.
    func remove(_ filter: String) async throws -> Int {
        let call = NodeCall(
            .delete, "/collections/\(NodeCall.encoded(collection))/documents",
            query: [("filter_by", filter), ("batch_size", "1000")], intent: .write)
        let response = try await connection.sendToCollection(
            call, "delete from \(collection)", collection: collection)
        guard let count = (try? JSONValue(parsing: response.body))?["num_deleted"]?.int else {
            throw TypesenseError(unreadable: "the response has no count", "delete from \(collection)")
        }
        return count
    }

    /// Deletes the documents with these keys.
    func remove(keys: [String]) async throws -> Int {
        var removed = 0
        var rest = keys[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            var length = 0
            let part = rest.prefix { key in
                length += key.utf8.count + 1
                return length < Self.longestFilter
            }
            rest = rest.dropFirst(part.count)
            removed += try await remove("\(DocumentField.id):=[\(part.joined(separator: ","))]")
        }
        return removed
    }
}
