#if SQLite
import QuireCore
import QuireEngine

extension Store: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        let plan = try plan(request)
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            try AggregateRunner(plan: plan, connection: connection).response()
        }
    }

    public func validate(_ request: AggregateRequest) throws { _ = try plan(request) }

    /// The SQL that the request runs, its bound values, and SQLite's plan for it.
    public func explain(_ request: AggregateRequest) throws -> String {
        try Explanation(plan: try plan(request).plan).text(of: try plan(request))
    }

    func plan(_ request: AggregateRequest) throws -> AggregatePlan {
        try request.items.check(for: capabilities)
        let name = request.search.module.name
        let layout = try layout(name, action: "aggregate \"\(name)\"")
        return try AggregatePlan(request, layout, options.analyzer, among: layouts)
    }
}
#endif
