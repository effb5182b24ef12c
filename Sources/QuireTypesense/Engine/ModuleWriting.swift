import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Carries out the write operations on one module.
struct ModuleWriting: Sendable {
    let engine: TypesenseEngine
    let layout: CollectionLayout

    /// The steps of a write, in this order.
    private enum Step: CaseIterable {
        case create, replace, remove

        func concerns(_ item: Item) -> Bool {
            switch self {
            case .create: item.original == nil && item.current != nil
            case .replace: item.original != nil && item.current != nil
            case .remove: item.original != nil && item.current == nil
            }
        }
    }

    /// The effect of the operations on one item.
    private struct Item: Sendable, Hashable {
        var original: JSONValue?
        var current: JSONValue?
        /// The positions of the operations on this item.
        var positions: [Int] = []
    }

    func write(_ operations: [WriteOperation]) async throws -> [WriteResult] {
        var results: [WriteResult?] = Array(repeating: nil, count: operations.count)
        let truncated = operations.contains { $0.kind == .truncate }
        for (position, operation) in operations.enumerated() where operation.kind == .truncate {
            results[position] = .truncated(
                try await live.write { try await deletion($0).remove(layout.isEveryDocument) })
        }
        var items = try await stored(operations.filter { $0.kind != .truncate }.compactMap(\.id))
        let writing = InstanceWriting()
        for (position, operation) in operations.enumerated() where operation.kind != .truncate {
            let held = operation.id.flatMap { items[ExactKey.text($0)]?.current }
            switch writing.effect(of: operation, on: held) {
            case .refuse(let failure): results[position] = .failed(failure)
            case .remove:
                items[ExactKey.text(operation.id ?? ""), default: Item()].current = nil
                items[ExactKey.text(operation.id ?? ""), default: Item()].positions.append(position)
                results[position] = .deleted(held?.data)
            case .store(let id, let instance):
                items[ExactKey.text(id), default: Item()].current = instance
                items[ExactKey.text(id), default: Item()].positions.append(position)
                results[position] = .stored(instance.data)
            }
        }
        let changed = items.filter { !$0.value.positions.isEmpty }
        func settle(_ failed: [Item: DocumentImport.Refusal]) {
            for (item, refusal) in failed {
                for position in item.positions where results[position]?.isSuccess ?? false {
                    results[position] = .failed(WriteError(refusal, operations[position]))
                }
            }
        }
        var isAnyKnown = results.contains { $0 != nil && $0?.isSuccess == false } || truncated
        for step in Step.allCases {
            let part = changed.filter { step.concerns($0.value) }
            guard !part.isEmpty else { continue }
            do {
                settle(try await carryOut(step, part))
            } catch  where isAnyKnown && !(error is CancellationError) {
                let unknown = DocumentImport.Refusal(code: 0, message: "\(error)")
                settle(Dictionary(uniqueKeysWithValues: part.map { ($0.value, unknown) }))
            }
            isAnyKnown = true
        }
        return results.compactMap { $0 }
    }

    private var live: LiveCollection { engine.live(layout) }

    private func deletion(_ collection: String) -> DocumentDeletion {
        DocumentDeletion(connection: engine.connection, collection: collection)
    }

    /// The stored state of items.
    private func stored(_ ids: [String]) async throws -> [String: Item] {
        var items: [String: Item] = [:]
        guard !ids.isEmpty else { return items }
        var request = SearchRequest(module: layout.module.module)
        request.page = .all
        request.countsTotal = false
        // What is written again must be complete.
        request.decoding.keepsUnknownValues = true
        request.ids = ids
        for document in try await engine.documents(engine.plan(request)) {
            guard let stored = document.instance else { continue }
            let instance = try JSONValue(parsing: stored.data)
            items[document.key] = Item(original: instance, current: instance)
        }
        return items
    }

    /// - Returns: The items that the server rejected.
    private func carryOut(
        _ step: Step, _ items: [String: Item]
    ) async throws -> [Item: DocumentImport.Refusal] {
        let entries = items.sorted { $0.key < $1.key }
        guard step != .remove else {
            let keys = entries.map(\.key)
            _ = try await live.write { try await deletion($0).remove(keys: keys) }
            return [:]
        }
        let writer = DocumentWriter(layout: layout)
        // Updates are not suitable, because the server accepts updates from writers of another layout.
        let lines = entries.map { writer.document(of: $0.value.current ?? .null) }
        let results = try await live.write { name in
            try await DocumentImport(connection: engine.connection, collection: name).sendAll(
                lines, step == .create ? .create : .upsert, batchSize: engine.settings.batchSize)
        }
        var refused: [Item: DocumentImport.Refusal] = [:]
        for (entry, refusal) in zip(entries, results) {
            guard let refusal else { continue }
            // If the first response was lost and the request was repeated, the item already exists exactly as sent.
            if refusal.code == 409, try await isHeld(entry.value.current) { continue }
            refused[entry.value] = refusal
        }
        return refused
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
            item.original.map { self.canonical($0) == self.canonical(instance) } ?? false
        }
    }
}
