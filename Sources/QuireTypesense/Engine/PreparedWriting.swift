import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Writes to a prepared collection: natural values, with what filters and sorts need.
struct PreparedWriting: DocumentWriteDriver {
    let engine: TypesenseEngine
    let layout: CollectionLayout

    var batchSize: Int { engine.settings.batchSize }

    private var live: LiveCollection { engine.live(layout) }

    func held(for operations: [WriteOperation]) async throws -> [JSONValue?] {
        let documents = try await stored(operations.compactMap(\.id))
        return operations.map { operation in operation.id.flatMap { documents[ExactKey.text($0)] } }
    }

    func instance(of held: JSONValue) -> JSONValue? { held }

    /// Sends deletions, and one import for each kind of change.
    func send(_ changes: [DocumentChange<JSONValue>], isOnly: Bool) async throws -> [ChangeOutcome] {
        var outcomes: [ChangeOutcome?] = Array(repeating: nil, count: changes.count)
        for action in [DocumentImport.Action.create, .upsert, nil] {
            let positions = changes.indices.filter { self.action(for: changes[$0]) == action }
            guard !positions.isEmpty else { continue }
            let part = positions.map { changes[$0] }
            do {
                for (position, outcome) in zip(positions, try await send(part, action)) {
                    outcomes[position] = outcome
                }
            } catch  where outcomes.contains(where: { $0 != nil }) && !(error is CancellationError) {
                for position in positions {
                    let failure = WriteError(
                        .noResponse, changes[position].operation, message: "\(error)")
                    outcomes[position] = .done(.failed(failure))
                }
            }
        }
        return outcomes.compactMap { $0 }
    }

    func truncate(_ operation: WriteOperation) async throws -> ChangeOutcome {
        .done(.truncated(try await live.write { try await deletion($0).remove(layout.isEveryDocument) }))
    }

    /// `nil` for a deletion. Updates are not suitable, because the server accepts updates from writers of another layout.
    private func action(for change: DocumentChange<JSONValue>) -> DocumentImport.Action? {
        change.instance == nil ? nil : change.held == nil ? .create : .upsert
    }

    private func send(
        _ changes: [DocumentChange<JSONValue>], _ action: DocumentImport.Action?
    ) async throws -> [ChangeOutcome] {
        guard let action else {
            let keys = changes.map { ExactKey.text($0.id) }
            _ = try await live.write { try await deletion($0).remove(keys: keys) }
            return changes.map(\.outcome)
        }
        let writer = DocumentWriter(layout: layout)
        let lines = changes.map { writer.document(of: $0.instance ?? .null) }
        let refusals = try await live.write { name in
            try await DocumentImport(connection: engine.connection, collection: name)
                .sendAll(lines, action, batchSize: batchSize)
        }
        var outcomes: [ChangeOutcome] = []
        for (change, refusal) in zip(changes, refusals) {
            guard let refusal else {
                outcomes.append(change.outcome)
                continue
            }
            // If the first response was lost and the request was repeated, the item already exists exactly as sent.
            let isWritten = refusal.code == 409 ? try await isHeld(change.instance) : false
            outcomes.append(
                isWritten ? change.outcome : .done(.failed(WriteError(refusal, change.operation))))
        }
        return outcomes
    }

    private func deletion(_ collection: String) -> DocumentDeletion {
        DocumentDeletion(connection: engine.connection, collection: collection)
    }

    /// The stored items by their keys.
    private func stored(_ ids: [String]) async throws -> [String: JSONValue] {
        guard !ids.isEmpty else { return [:] }
        var request = SearchRequest(module: layout.module.module)
        request.page = .all
        request.countsTotal = false
        // What is written again must be complete.
        request.decoding.keepsUnknownValues = true
        request.ids = ids
        var items: [String: JSONValue] = [:]
        for document in try await engine.documents(engine.plan(request)) {
            guard let stored = document.instance else { continue }
            items[document.key] = try JSONValue(parsing: stored.data)
        }
        return items
    }

    /// The instance as the server would return it, with sorted keys. The server sorts them by name.
    private func canonical(_ instance: JSONValue) -> JSONValue? {
        let current = layout.module.module.underCurrentNames(instance)
        let document = JSONValue.object(layout.document.members(of: current))
        return (try? JSONValue(parsing: document.data))?.sortedByName
    }

    private func isHeld(_ instance: JSONValue?) async throws -> Bool {
        guard let instance else { return false }
        return try await stored([instance.instanceID]).values.contains { item in
            canonical(item) == canonical(instance)
        }
    }
}
