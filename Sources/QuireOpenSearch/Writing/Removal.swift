import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Deletes all documents that match a query.
struct Removal {
    let connection: ClusterConnection
    let settings: OpenSearchSettings

    /// - Returns: The number of deleted documents.
    func run(_ condition: Clause, in alias: String, _ module: String) async throws -> Int {
        let query = JSONValue.of(["query": condition.json()])
        var deleted = 0
        let end = ContinuousClock.now + settings.nodes.writePatience
        while true {
            try Task.checkCancellation()
            let action = "remove items of \(module)"
            // The deletion only affects documents that searches see.
            try await IndexAdministration(connection: connection, settings: settings).refresh(alias)
            let response: JSONValue
            do {
                response = try await connection.send(
                    ClusterConnection.Call(
                        .post, "/\(alias)/_delete_by_query",
                        query: [("refresh", "true"), ("conflicts", "proceed")],
                        // If the request were repeated elsewhere, the deletions of the first attempt would not be
                        // counted.
                        .json(query), intent: .writeOnce, action),
                    deadline: .never)
            } catch let error as OpenSearchError
                where error.type == "cluster_block_exception" && .now < end
            {
                try await Task.sleep(for: .milliseconds(50))
                continue
            }
            guard let count = response["deleted"]?.int else {
                throw OpenSearchError(.unreadable, action, reason: "the response has no count")
            }
            deleted += count
            let failures = response["failures"]?.elements ?? []
            guard failures.isEmpty, response["timed_out"]?.isTrue != true else {
                throw OpenSearchError(
                    .incomplete, action,
                    reason: "\(deleted) are removed, \(failures.count) could not be")
            }
            // Documents that another writer changed meanwhile are tested again.
            if (response["version_conflicts"]?.int ?? 0) == 0 { return deleted }
        }
    }
}
