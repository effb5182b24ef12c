import QuireEngine

/// Aggregates are not batched.
extension BatchedEngine: AggregatingEngine where Base: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await base.aggregate(request)
    }

    public func validate(_ request: AggregateRequest) throws { try base.validate(request) }

    public func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
