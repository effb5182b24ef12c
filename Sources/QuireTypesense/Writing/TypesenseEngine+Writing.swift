import Foundation
public import Quire

extension TypesenseEngine: WritableEngine {
    /// Carries out a batch by the rules of every engine that holds content: conflicts by `updatedAt`, new ids of 24
    /// hexadecimal digits, dates stamped.
    ///
    /// What a batch changes is read, changed here, and sent back in one import for each module. The server has no
    /// conditional writes: writers of one engine wait for each other, but of two engines that change one item in the
    /// same moment, the later one wins. Two that create one item are told apart: the second gets `exists`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: FilterCompiler.engine)
        var positions: [(module: ModuleDescriptor, positions: [Int])] = []
        for position in batch.order {
            let module = batch.operations[position].module
            if let index = positions.firstIndex(where: { $0.module.name.isSpelled(as: module.name) }) {
                positions[index].positions.append(position)
            } else {
                positions.append((module, [position]))
            }
        }
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        var isFirst = true
        for (module, positions) in positions {
            let operations = positions.map { batch.operations[$0] }
            let layout = layouts[module]
            do {
                let written = try await turns.take(layout.alias) {
                    try await ModuleWriting(engine: self, layout: layout).write(operations)
                }
                for (position, result) in zip(positions, written) { results[position] = result }
            } catch  where !isFirst {
                // What was written of other modules is known: only this one's operations are not.
                for (position, operation) in zip(positions, operations) {
                    results[position] = .failed(WriteFailure(.unanswered, operation, message: "\(error)"))
                }
            }
            isFirst = false
        }
        return results.compactMap { $0 }
    }
}

/// Writes the operations of one module.
struct ModuleWriting: Sendable {
    let engine: TypesenseEngine
    let layout: CollectionLayout

    /// What the operations made of one item.
    private struct Item: Sendable {
        var original: JSONValue?
        var current: JSONValue?
        /// The operations that took part, by position.
        var positions: [Int] = []
    }

    func write(_ operations: [WriteOperation]) async throws -> [WriteResult] {
        var results: [WriteResult?] = Array(repeating: nil, count: operations.count)
        for (position, operation) in operations.enumerated() where operation.kind == .truncate {
            results[position] = .truncated(try await deletion.remove(layout.isEveryDocument))
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
        let changed = items.filter { $0.value.original != $0.value.current || !$0.value.positions.isEmpty }
        var failures: [(item: Item, refusal: DocumentImport.Refusal)] = []
        failures += try await create(changed.filter { $0.value.original == nil && $0.value.current != nil })
        failures += try await replace(changed.filter { $0.value.original != nil && $0.value.current != nil })
        let removed = changed.filter { $0.value.original != nil && $0.value.current == nil }
        _ = try await deletion.remove(keys: removed.keys.sorted())
        for (item, refusal) in failures {
            for position in item.positions where results[position]?.isSuccess ?? false {
                results[position] = .failed(WriteFailure(refusal, operations[position]))
            }
        }
        return results.compactMap { $0 }
    }

    private var documents: DocumentImport {
        DocumentImport(connection: engine.connection, collection: layout.alias)
    }

    private var deletion: DocumentDeletion {
        DocumentDeletion(connection: engine.connection, collection: layout.alias)
    }

    /// The items of some ids as they are held now.
    private func stored(_ ids: [String]) async throws -> [String: Item] {
        var items: [String: Item] = [:]
        guard !ids.isEmpty else { return items }
        var request = SearchRequest(module: layout.module.module)
        request.page = .all
        request.countsTotal = false
        request.ids = ids
        for document in try await engine.documents(engine.plan(request)) {
            guard let instance = try document.stored?.instance() else { continue }
            items[document.key] = Item(original: instance, current: instance)
        }
        return items
    }

    private func create(_ items: [String: Item]) async throws -> [(
        item: Item, refusal: DocumentImport.Refusal
    )] {
        let new = items.sorted { $0.key < $1.key }
        let lines = new.map { DocumentWriter(layout: layout).document(of: $0.value.current ?? .null) }
        var refused: [(item: Item, refusal: DocumentImport.Refusal)] = []
        for start in stride(from: 0, to: lines.count, by: engine.settings.batchSize) {
            let part = start..<min(start + engine.settings.batchSize, lines.count)
            for (entry, refusal) in zip(new[part], try await documents.send(Array(lines[part]), .create)) {
                guard let refusal else { continue }
                // Sent twice, because the first answer was lost, it is there already: as it was sent.
                if refusal.code == 409, try await isHeld(entry.value.current) { continue }
                refused.append((entry.value, refusal))
            }
        }
        return refused
    }

    private func isHeld(_ instance: JSONValue?) async throws -> Bool {
        guard let instance else { return false }
        return try await stored([instance.instanceID]).values.contains { item in
            item.original.map {
                StoredInstance($0, of: layout.module) == StoredInstance(instance, of: layout.module)
            }
                ?? false
        }
    }

    private func replace(_ items: [String: Item]) async throws -> [(
        item: Item, refusal: DocumentImport.Refusal
    )] {
        let changed = items.sorted { $0.key < $1.key }
        let lines = changed.map { DocumentWriter(layout: layout).document(of: $0.value.current ?? .null) }
        let results = try await documents.sendAll(lines, .upsert, batchSize: engine.settings.batchSize)
        return zip(changed, results).compactMap { entry, refusal in refusal.map { (entry.value, $0) } }
    }
}
