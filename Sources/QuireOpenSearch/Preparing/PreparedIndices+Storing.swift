import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension PreparedIndices {
    /// Stores whole instances in an index, each replacing one with the same id.
    func store(
        _ instances: [JSONValue], in index: String, refresh: OpenSearchSettings.Refresh
    ) async throws -> [WriteError?] {
        await vocabularies.forgetAll()
        let (connection, settings) = (administration.connection, administration.settings)
        let alias = IndexNames.writer(of: index)
        var failures: [WriteError?] = Array(repeating: nil, count: instances.count)
        var lines: [BulkLine] = []
        var positions: [Int] = []
        for (position, instance) in instances.enumerated() {
            let id = instance.instanceID
            guard (1...IndexLimits.id).contains(id.utf8.count) else {
                failures[position] = WriteError(
                    .invalid, WriteOperation(.createOrUpdate, module, id: id),
                    message: "expected an id of 1 to \(IndexLimits.id) bytes")
                continue
            }
            let document = IndexedDocument(instance, of: layout.document, settings.analyzer)
            lines.append(.writing(document, behind: alias))
            positions.append(position)
        }
        let outcomes = try await BulkSender(connection: connection, settings: settings).send(
            lines, refresh: refresh, intent: .write, "store \(instances.count) items of \(module.name)")
        for (position, outcome) in zip(positions, outcomes) where !outcome.isSuccess {
            if outcome.status == 404 { throw error(.missing, alias) }
            failures[position] = WriteError(
                outcome, WriteOperation(.createOrUpdate, module, id: instances[position].instanceID))
        }
        return failures
    }
}
