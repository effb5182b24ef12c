import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireRemote

extension OpenSearchEngine {
    /// Stores whole instances. Each replaces the stored one with the same id.
    ///
    /// ```text
    /// POST /_bulk?refresh=wait_for
    /// {"index":{"_index":"shop-books-9c01…-writer","_id":"57ea","require_alias":true}}
    /// {"id":"57ea","title":"Emma",…,"q_m_id_k":"57ea","q_title_k":"Emma",…}
    /// ```
    /// Operations that a busy cluster rejects are repeated with increasing delays, until
    /// `NodeSettings.writePatience` has passed. Each call waits according to `refresh`; use `.later` for large amounts.
    ///
    /// - Throws: `CollectionError` if there is no index, or only one with another schema; `OpenSearchError`, or
    ///   `NodesError` if the outcome is unknown for all instances. In that case they can be sent again.
    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let names = try layout(of: module).names
        for _ in 0..<3 {
            let index = try await administration.liveIndex(of: names)
            do {
                return try await store(
                    instances, behind: IndexNames.writer(of: index), of: module,
                    refresh: settings.effectiveRefresh)
            } catch let error as CollectionError where error.reason == .missing {
                // The index was replaced meanwhile.
                continue
            }
        }
        throw CollectionError(.missing, engine: ClusterConnection.engineName, collection: names.alias)
    }

    func store(
        _ instances: [JSONValue], behind alias: String, of module: ModuleDescriptor,
        refresh: OpenSearchSettings.Refresh
    ) async throws -> [WriteError?] {
        await vocabularies.forgetAll()
        let plain = try layout(of: module).document
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
            let document = IndexedDocument(instance, of: plain, settings.analyzer)
            lines.append(.writing(document, behind: alias))
            positions.append(position)
        }
        let outcomes = try await BulkSender(connection: connection, settings: settings).send(
            lines, refresh: refresh, intent: .write, "store \(instances.count) items of \(module.name)")
        for (position, outcome) in zip(positions, outcomes) where !outcome.isSuccess {
            if outcome.status == 404 {
                throw CollectionError(.missing, engine: ClusterConnection.engineName, collection: alias)
            }
            var failure = WriteError(
                outcome.status == 400 ? .invalid : .other,
                WriteOperation(.createOrUpdate, module, id: instances[position].instanceID),
                message: outcome.reason ?? "the cluster refused it")
            failure.status = outcome.status
            failure.type = outcome.type
            failures[position] = failure
        }
        return failures
    }
}
