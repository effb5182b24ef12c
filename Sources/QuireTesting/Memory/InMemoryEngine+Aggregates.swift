import QuireCore
import QuireEngine

extension InMemoryEngine: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        let search = try await received(request.items)
        var evaluation = try AggregateEvaluation(request)
        for instance in search.all(of: instances(of: request.search.module)) { evaluation.add(instance) }
        return try evaluation.response()
    }

    public nonisolated func validate(_ request: AggregateRequest) throws {
        try request.check()
        try validate(request.items)
    }

    public nonisolated func explain(_ request: AggregateRequest) throws -> String {
        try validate(request)
        let functions = request.functions.map(\.description).joined(separator: ", ")
        return "memory: \(functions) over \(try explain(request.items).dropFirst("memory: ".count))"
    }
}
