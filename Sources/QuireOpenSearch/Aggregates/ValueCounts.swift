import QuireCore
import QuireEngine
import QuireRemote

/// A request for aggregates as counts of values, before any request is sent.
///
/// OpenSearch's own sums, averages and cardinalities are not exact. Its composite aggregations are: each bucket has a value and
/// the number of items that have it. All results are computed here from these numbers.
struct ValueCounts {
    /// Counts of the items, or of the values of one field, for each group.
    struct Part {
        /// The field whose values are counted. `nil` counts the items.
        var value: IndexedField?
        /// A field in which the items must have a value. `nil` counts all items.
        var present: IndexedField?
        /// The positions of the functions that use the counts.
        var functions: [Int]
    }

    let request: AggregateRequest
    let search: CompiledSearch
    let group: IndexedField?
    private(set) var parts: [Part] = []

    /// - Throws: `QueryError`, and `UnsupportedError` for what cannot be computed exactly.
    init(_ request: AggregateRequest, _ compile: (SearchRequest) throws -> CompiledSearch) throws {
        try request.check()
        guard request.search.text == nil else {
            throw Self.unsupported("aggregates of a full-text search", "which reads the items")
        }
        self.request = request
        let search = try compile(request.items)
        self.search = search
        let module = search.layout.module
        group = request.grouping.flatMap { module.field($0.property) }
        if let group, let grouping = request.grouping { try Self.check(group, grouping, search.state) }
        // The items are always counted, because a group need not have any value.
        parts = [Part(functions: [])]
        for (index, function) in request.computed.enumerated() {
            guard let property = function.property, let field = module.field(property) else {
                parts[0].functions.append(index)
                continue
            }
            if case .countValues = function {
                add(index) {
                    $0.present == field
                } making: {
                    Part(present: field, functions: [])
                }
            } else {
                try Self.check(field, "\(function)", search.state)
                add(index) {
                    $0.value == field
                } making: {
                    Part(value: field, functions: [])
                }
            }
        }
    }

    private mutating func add(_ function: Int, to isWanted: (Part) -> Bool, making part: () -> Part) {
        let known = parts.firstIndex(where: isWanted)
        if known == nil { parts.append(part()) }
        parts[known ?? parts.count - 1].functions.append(function)
    }

    private static func check(
        _ field: IndexedField, _ grouping: AggregateGrouping, _ state: IndexState
    ) throws {
        try check(field, "groups by \"\(field.descriptor.name)\"", state)
        if field.isList, case .natural(let natural) = state.form(of: field), natural.kind != .keyword {
            throw unsupported(
                "groups by the list \"\(field.descriptor.name)\": the server counts equal values of one item more "
                    + "than once", "which reads the items")
        }
        if case .values = grouping { return }
        // An item with two elements in one range would be counted twice.
        if field.isList {
            throw unsupported(
                "groups by periods or ranges of the list \"\(field.descriptor.name)\"",
                "which reads the items")
        }
    }

    private static func check(_ field: IndexedField, _ node: String, _ state: IndexState) throws {
        if let reason = state.form(of: field).reason {
            throw unsupported("\(node): \(reason)", "which reads the items")
        }
        if let path = state.form(of: field).nested {
            throw unsupported(
                "\(node): the index counts the objects of \"\(path)\", not the items",
                "which reads the items")
        }
        switch field.descriptor.kind.innermost {
        case .longText, .html: throw unsupported("\(node), a long text", "which reads the items")
        default: break
        }
    }

    static func unsupported(_ node: String, _ reading: String) -> UnsupportedError {
        UnsupportedError(
            node: node,
            hint: "let the client compute them with .fallback(.clientSide(maxScanned: 1_000)), \(reading)")
    }

    // MARK: - Requests

    /// The number of buckets in one response.
    static let bucketsAtOnce = 10_000

    /// The body of a request for the counts of a part, after the last bucket of the one before.
    func body(_ part: Part, after: JSONValue?) -> JSONValue {
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
    func hasBuckets(_ part: Part) -> Bool { group != nil || part.value != nil }

    private func sources(_ part: Part) -> [JSONValue] {
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
