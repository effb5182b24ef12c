import QuireCore

/// An engine that computes aggregates itself.
///
/// `ContentClient` refuses aggregates on other engines, unless the query has a fallback. Then it reads the items and
/// computes them.
public protocol AggregatingEngine: ContentEngine {
    /// Computes the functions of a request exactly, over all items that its search finds.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` before any I/O; `AggregateError` if a sum exceeds its type; the
    ///   engine's errors.
    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse

    /// Throws the errors that the request would throw before any I/O. Returns if the engine can run it.
    func validate(_ request: AggregateRequest) throws

    /// Describes in readable form what the engine would send or run for the request.
    func explain(_ request: AggregateRequest) throws -> String
}

extension ObservedEngine: AggregatingEngine where Base: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await observing(
            "aggregate", [request.search.module.name], counting: { .init(rows: $0.rows.count) }
        ) { try await base.aggregate(request) }
    }

    public func validate(_ request: AggregateRequest) throws { try base.validate(request) }

    public func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
