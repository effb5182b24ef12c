import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Aggregates, computed from the exact counts of facets. Fields must be facets of the schema; for others, and for functions
/// over the values in each group, `validate` throws `UnsupportedError`.
extension TypesenseEngine: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await carryOut(
            on: request.items.module, existing: { _ in try await response(to: request) },
            prepared: { try await response(to: request) })
    }

    private func response(to request: AggregateRequest) async throws -> AggregateResponse {
        let counting = try counting(request)
        var evaluation = try AggregateEvaluation(request)
        guard !counting.plan.findsNothing else { return try evaluation.response() }
        var unknown: [FacetCounting.LongText] = []
        for (index, result) in try await results(of: counting.entries, counting.plan).enumerated() {
            unknown += try counting.add(result, ofPart: index, to: &evaluation)
        }
        let lookups = try await results(of: unknown.compactMap(counting.entry), counting.plan)
        for (text, result) in zip(unknown, lookups) {
            try counting.add(result, of: text, to: &evaluation)
        }
        return try evaluation.response()
    }

    /// The results of searches, as many in a request as the server accepts.
    private func results(of entries: [SearchEntry], _ plan: CompiledSearch) async throws -> [SearchResult] {
        var results: [SearchResult] = []
        for start in stride(from: 0, to: entries.count, by: SearchEntry.mostInOneRequest) {
            try Task.checkCancellation()
            let some = entries[start..<min(start + SearchEntry.mostInOneRequest, entries.count)]
            for result in try await send(some.map { ($0, plan) }, .read) { results.append(try result.get()) }
        }
        return results
    }

    public func validate(_ request: AggregateRequest) throws { _ = try counting(request) }

    /// The HTTP request for the counts.
    public func explain(_ request: AggregateRequest) throws -> String {
        let counting = try counting(request)
        if counting.plan.findsNothing { return Self.nothingIsSent }
        return Self.printed(SearchEntry.body(counting.entries.map { ($0, counting.plan) }))
    }

    private func counting(_ request: AggregateRequest) throws -> FacetCounting {
        guard existing[request.items.module] == nil else {
            throw FacetCounting.unsupported("aggregates of a collection that another program made")
        }
        return try FacetCounting(request) { try plan($0) }
    }
}
