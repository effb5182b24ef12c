import Foundation
import QuireCore
import QuireEngine

extension InMemoryEngine: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        let search = try await received(request.items)
        var evaluation = try AggregateEvaluation(request)
        for instance in search.all(of: instances(of: request.search.module)) {
            evaluation.add(instance) { module, id in self.instance(id, of: module) }
        }
        return try evaluation.response()
    }

    public nonisolated func validate(_ request: AggregateRequest) throws {
        try request.check(for: capabilities)
        try validate(request.items)
    }

    public nonisolated func explain(_ request: AggregateRequest) throws -> String {
        try validate(request)
        let functions = request.functions.map(\.description).joined(separator: ", ")
        return "memory: \(functions) over \(try explain(request.items).dropFirst("memory: ".count))"
    }
}

extension InMemoryEngine: SeedableEngine {
    package func seed<Module: ContentModule>(_ items: [Content<Module>]) throws {
        guard !items.isEmpty else { return }
        var batch = WriteBatch()
        for item in items { batch.createOrUpdate(item) }
        try batch.check(for: capabilities.name)
        add(Module.self, items)
    }

    package func close() {}
}

extension InMemoryEngine: SpellingEngine {
    /// Checks the words against all items of the module.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try request.misspellings(in: instances(of: request.module), analyzer)
    }
}

extension InMemoryEngine: WritableEngine {
    /// Performs a batch by the rules of every engine that holds content: conflicts by `updatedAt`, new ids with 24
    /// hexadecimal digits, updated dates.
    ///
    /// A value of the wrong type is stored unchanged, and rejected when it is read.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: capabilities.name, modifies: true)
        try await receive(batch)
        let writing = InstanceWriting()
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        for position in batch.order {
            results[position] = carryOut(batch.operations[position], writing)
        }
        commit()
        return results.compactMap { $0 }
    }

    private func carryOut(_ operation: WriteOperation, _ writing: InstanceWriting) -> WriteResult {
        if operation.kind == .truncate { return .truncated(removeAll(of: operation.module)) }
        let stored = operation.id.flatMap { instance($0, of: operation.module) }
        switch writing.effect(of: operation, on: stored) {
        case .refuse(let failure): return .failed(failure)
        case .remove:
            remove(operation.id ?? "", of: operation.module)
            return .deleted(stored?.data)
        case .store(_, let instance):
            let unique = UniqueValues(operation.module, names: operation.uniqueNames)
            let clashes =
                unique.isEmpty
                ? [] : unique.violations(of: instance, among: instances(of: operation.module))
            guard clashes.isEmpty else { return .failed(WriteError(clashes, operation)) }
            insert(instance, operation.module)
            return .stored(instance.data)
        }
    }
}
