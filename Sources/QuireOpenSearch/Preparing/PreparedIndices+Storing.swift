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
        return try await storeEach(instances, of: module, longestID: IndexLimits.id) { instances in
            let outcomes = try await BulkSender(connection: connection, settings: settings).send(
                instances.map { instance in
                    let document = IndexedDocument(instance, of: layout.document, settings.analyzer)
                    return .writing(document, behind: alias)
                },
                refresh: refresh, intent: .write, "store \(instances.count) items of \(module.name)")
            return try zip(instances, outcomes).map { instance, outcome in
                if outcome.isSuccess { return nil }
                if outcome.status == 404 { throw error(.missing, alias) }
                return WriteError(
                    outcome, WriteOperation(.createOrUpdate, module, id: instance.instanceID))
            }
        }
    }
}
