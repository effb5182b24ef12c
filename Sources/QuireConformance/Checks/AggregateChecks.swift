import QuireCore
import QuireEngine

/// Every engine with aggregates computes the evaluator's results.
enum AggregateChecks {
    static let all = [
        check("functions and groups", of: AggregateCases.fields) { _ in HardDocuments.table },
        check("functions and groups of members", of: AggregateCases.members, over: NestedDocuments.table),
    ]

    /// The check of an engine that computes aggregates, and, for those of members, that queries members.
    private static func check(
        _ name: String, of cases: AggregateCases,
        over table: @escaping @Sendable (ConformanceOptions) -> DocumentTable
    ) -> ConformanceCheck {
        ConformanceCheck(.aggregates, name, over: { [table($0)] }) { examination in
            guard let engine = examination.engine as? WatchedEngine, engine.computesAggregates,
                !cases.areOfMembers || engine.capabilities.queriesMembers
            else { return }
            try await compare(cases, over: table(examination.options), by: engine, examination)
            examination.expectComparisons(of: name)
        }
    }

    private static func compare(
        _ cases: AggregateCases, over table: DocumentTable, by engine: WatchedEngine,
        _ examination: Examination
    ) async throws {
        for request in cases.all(seed: examination.options.seed) where !examination.isFull {
            guard try await supports(request, by: engine, examination) else { continue }
            let expected = try await outcome { try evaluated(request, table) }
            let result = try await outcome { try await engine.aggregate(request) }
            examination.expect(result, equals: expected, for: "\(request)")
        }
    }

    private static func evaluated(
        _ request: AggregateRequest, _ table: DocumentTable
    ) throws -> AggregateResponse {
        let search = try InstanceSearch(request.items)
        var evaluation = try AggregateEvaluation(request)
        for instance in table.instances where search.finds(instance) { evaluation.add(instance) }
        return try evaluation.response()
    }

    /// The response, or the error of a sum that exceeds its type. If several sums do, any of them is reported.
    private enum Outcome: Equatable {
        case response(AggregateResponse)
        case failure
    }

    private static func outcome(_ run: () async throws -> AggregateResponse) async throws -> Outcome {
        do { return .response(try await run()) } catch is AggregateError { return .failure }
    }

    /// Whether the engine supports a request. If `validate` throws, running the request must throw the same error.
    private static func supports(
        _ request: AggregateRequest, by engine: WatchedEngine, _ examination: Examination
    ) async throws -> Bool {
        guard let refusal = try await examination.error({ try engine.validate(request) }) else { return true }
        examination.noteRefusal(refusal, of: "\(request)")
        let thrown = try await examination.error { _ = try await engine.aggregate(request) }
        if !(refusal is UnsupportedError) || refusal as? UnsupportedError != thrown as? UnsupportedError {
            examination.note(
                "\(request)", expected: "\(refusal), as from validate",
                found: thrown.map { "threw \($0)" } ?? "a response")
        }
        return false
    }
}
