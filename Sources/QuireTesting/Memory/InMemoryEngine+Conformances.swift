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
