import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Aggregates, computed from exact counts of values. Each group, and each value in it, is read once, page by page.
extension OpenSearchEngine: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        var counts = try compiled(request)
        var evaluation = try AggregateEvaluation(request)
        guard !counts.search.findsNothing else { return try evaluation.response() }
        let layout = counts.search.layout
        _ = try await descriptions.description(of: layout)
        counts = try compiled(request)
        try await counts.search.check(descriptions, alsoUsing: counts.fields)
        let action = "aggregate \(request.search.module.name)"
        for part in counts.parts {
            var after: JSONValue?
            repeat {
                try Task.checkCancellation()
                let response = try await response(to: counts, counts.body(part, after: after), action)
                after = try add(response, of: part, counts, to: &evaluation, action: action)
            } while after != nil
        }
        return try evaluation.response()
    }

    public func validate(_ request: AggregateRequest) throws { _ = try compiled(request) }

    /// The HTTP requests for the first counts of each part.
    public func explain(_ request: AggregateRequest) throws -> String {
        let counts = try compiled(request)
        if counts.search.findsNothing { return "Nothing is sent: no item can meet the query." }
        return counts.parts.map { part in
            "POST /\(counts.search.alias)/_search\n\n\(PrettyJSON.text(counts.body(part, after: nil).data))"
        }.joined(separator: "\n")
    }

    private func compiled(_ request: AggregateRequest) throws -> ValueCounts {
        try ValueCounts(request) { try compiled($0) }
    }

    private func response(
        to counts: ValueCounts, _ body: JSONValue, _ action: String
    ) async throws -> JSONValue {
        do {
            return try await connection.search(counts.search.alias, body, action: action)
        } catch {
            throw await runner.explained(error, of: counts.search)
        }
    }

    /// Adds the counts of a response. Returns the last bucket, if more follow.
    private func add(
        _ response: JSONValue, of part: CountingPlan.Part, _ counts: ValueCounts,
        to evaluation: inout AggregateEvaluation, action: String
    ) throws -> JSONValue? {
        guard counts.hasBuckets(part) else {
            guard let total = response["hits"]?["total"]?["value"]?.int else { throw incomplete(action) }
            evaluation.add(Int64(total), inGroupOf: nil, with: nil, to: part.functions)
            return nil
        }
        guard let result = response["aggregations"]?["counts"], let buckets = result["buckets"]?.elements
        else {
            throw incomplete(action)
        }
        for bucket in buckets {
            guard let count = bucket["doc_count"]?.int else { throw incomplete(action) }
            evaluation.add(
                Int64(count),
                inGroupOf: try value(of: counts.group, as: "group", in: bucket, counts.search.state),
                with: try value(of: part.value, as: "value", in: bucket, counts.search.state),
                to: part.functions)
        }
        return buckets.count == ValueCounts.bucketsAtOnce ? result["after_key"] : nil
    }

    private func value(
        of field: IndexedField?, as source: String, in bucket: JSONValue, _ state: IndexStatus
    ) throws -> EvaluatedValue? {
        guard let field, let key = bucket["key"]?[source], key != .null else { return nil }
        if let value = state.form(of: field).value(of: key, in: field) { return value }
        throw ValueCounts.unsupported(
            "aggregates of \"\(field.descriptor.name)\", which has texts of more than \(TextKey.limit) bytes")
    }

    private func incomplete(_ action: String) -> OpenSearchError {
        OpenSearchError(.unreadable, action, reason: "the counts are missing in the response")
    }
}
