import QuireCore
import QuireEngine
import QuireRemote

/// A request for aggregates as composite aggregations, before any request is sent: each bucket has a value and the number of
/// items that have it.
struct ValueCounts {
    let search: CompiledSearch
    private let plan: CountingPlan

    var group: IndexedField? { plan.group }
    var parts: [CountingPlan.Part] { plan.parts }

    /// - Throws: `QueryError`, and `UnsupportedError` for what cannot be computed exactly.
    init(_ request: AggregateRequest, _ compile: (SearchRequest) throws -> CompiledSearch) throws {
        try request.checkForCounting(by: ClusterConnection.engineName)
        let search = try compile(request.items)
        self.search = search
        plan = try CountingPlan(
            request, of: search.layout.module, engine: ClusterConnection.engineName
        ) { field, node in
            try Self.check(field, node, state: search.state)
        }
        if let group = plan.group, group.isList, case .natural(let natural) = search.state.form(of: group),
            natural.kind != .keyword
        {
            throw Self.unsupported(
                "groups by the list \"\(group.descriptor.name)\": the server counts equal values of one item more "
                    + "than once")
        }
    }

    private static func check(_ field: IndexedField, _ node: String, state: IndexStatus) throws {
        if let reason = state.form(of: field).reason { throw unsupported("\(node): \(reason)") }
        if let path = state.form(of: field).nested {
            throw unsupported("\(node): the index counts the objects of \"\(path)\", not the items")
        }
        switch field.descriptor.kind.innermost {
        case .longText, .html: throw unsupported("\(node), a long text")
        default: break
        }
    }

    static func unsupported(_ node: String) -> UnsupportedError {
        UnsupportedError(engine: ClusterConnection.engineName, aggregates: node)
    }

    // MARK: - Requests

    /// The number of buckets in one response.
    static let bucketsAtOnce = 10_000

    /// The body of a request for the counts of a part, after the last bucket of the one before.
    func body(_ part: CountingPlan.Part, after: JSONValue?) -> JSONValue {
        var query = search.condition.json()
        if let present = part.present {
            let clauses = [query, search.state.form(of: present).presence.json()]
            query = .of(["bool": .of(["filter": .array(clauses)])])
        }
        var members: [JSONValue.Member] = [
            .init("query", query), .init("size", .integer(0)), .init("track_total_hits", .boolean(true)),
        ]
        let sources = sources(part)
        if !sources.isEmpty {
            members.append(
                .init("aggs", .of(["counts": .composite(sources, of: Self.bucketsAtOnce, after: after)])))
        }
        return .object(members)
    }

    /// Whether the response has buckets. Without groups and values, the number of hits is enough.
    func hasBuckets(_ part: CountingPlan.Part) -> Bool { group != nil || part.value != nil }

    private func sources(_ part: CountingPlan.Part) -> [JSONValue] {
        var sources: [JSONValue] = []
        if let group {
            let terms = JSONValue.of([
                "field": .string(search.state.form(of: group).valueName ?? ""),
                "missing_bucket": .boolean(true),
            ])
            sources.append(.of(["group": .of(["terms": terms])]))
        }
        if let value = part.value {
            let terms = JSONValue.of(["field": .string(search.state.form(of: value).valueName ?? "")])
            sources.append(.of(["value": .of(["terms": terms])]))
        }
        return sources
    }

    /// The fields of the aggregates, which the index must have.
    var fields: [IndexedField] {
        ([group] + parts.flatMap { [$0.value, $0.present] }).compactMap { $0 }.filter { !$0.isMetadata }
    }
}

extension JSONValue {
    /// An aggregation whose buckets are read part by part.
    ///
    /// - Parameter after: The last bucket of the part before.
    static func composite(_ sources: [JSONValue], of size: Int, after: JSONValue?) -> JSONValue {
        var members: [Member] = [.init("size", .count(size)), .init("sources", .array(sources))]
        if let after { members.append(.init("after", after)) }
        return .of(["composite": .object(members)])
    }
}
