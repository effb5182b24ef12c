import Foundation
import QuireCluster
import QuireCore
import QuireEngine

/// Aggregates, computed from the exact counts of facets. Fields must be facets of the schema; for others, and for functions
/// over the values in each group, `validate` throws `UnsupportedError`.
extension TypesenseEngine: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        let counting = try counting(request)
        var evaluation = try AggregateEvaluation(request)
        guard !counting.plan.findsNothing else { return try evaluation.response() }
        let entries = counting.entries.map { (entry: $0, plan: counting.plan) }
        for start in stride(from: 0, to: entries.count, by: SearchEntry.mostInOneRequest) {
            let end = min(start + SearchEntry.mostInOneRequest, entries.count)
            let results = try await send(Array(entries[start..<end]), .read)
            for (part, result) in zip(counting.parts[start..<end], results) {
                try counting.add(try result.get(), of: part, to: &evaluation)
            }
        }
        return try evaluation.response()
    }

    public func validate(_ request: AggregateRequest) throws { _ = try counting(request) }

    /// The HTTP request for the counts.
    public func explain(_ request: AggregateRequest) throws -> String {
        let counting = try counting(request)
        if counting.plan.findsNothing { return "Nothing is sent: no item can meet the query." }
        return Self.printed(counting.entries.map { ($0, counting.plan) })
    }

    private func counting(_ request: AggregateRequest) throws -> FacetCounting {
        try FacetCounting(request) { try plan($0) }
    }
}
