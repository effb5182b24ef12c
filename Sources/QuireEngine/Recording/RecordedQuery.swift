import QuireCore

/// The parts of a query that a schema decides about, without any value.
struct RecordedQuery {
    private let request: SearchRequest

    init(_ request: SearchRequest) { self.request = request }

    /// Parts that the query does not have are left out.
    var json: JSONValue {
        var members = [JSONValue.Member("module", .string(request.module.name))]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        func add(_ name: String, _ fields: [String]) {
            if !fields.isEmpty { add(name, .array(fields.map(JSONValue.string))) }
        }
        add("filter", request.filter.map { Self.json($0) })
        add("metadata", request.metaFilter.map { Self.json($0) })
        if !request.sort.isEmpty { add("sort", .array(request.sort.map(Self.json))) }
        if let fields = request.fields { add("fields", .array(fields.map(JSONValue.string))) }
        if !request.relatedFields.isEmpty {
            let fields = request.relatedFields.map { path in
                JSONValue.object([.init("field", .string(path.name)), Self.json(path.steps)])
            }
            add("relatedFields", .array(fields))
        }
        if !request.include.isEmpty {
            add("include", .array(request.include.map { .array($0.fields.map(JSONValue.string)) }))
        }
        add("related", request.related.map(\.field))
        add("facets", request.facets.map(\.field))
        if !request.refinements.isEmpty {
            add("refinements", .array(request.refinements.map { Self.json($0.filter) }))
        }
        if let text = request.text {
            add("search", .array((text.fields ?? []).map(JSONValue.string)))
        }
        return .object(members)
    }

    private static func json(_ filter: Filter) -> JSONValue {
        switch filter {
        case .and(let filters): .object([.init("and", .array(filters.map { json($0) }))])
        case .or(let filters): .object([.init("or", .array(filters.map { json($0) }))])
        case .any(let step, let inner): json("any", step: step, inner: inner)
        case .none(let step, let inner): json("none", step: step, inner: inner)
        case .leaf(let leaf):
            // The schema decides about both fields of a comparison.
            if let other = leaf.comparedField {
                .object([.init("and", .array([json(leaf, leaf.property), json(leaf, other)]))])
            } else {
                json(leaf, leaf.property)
            }
        }
    }

    private static func json(_ leaf: Filter.Leaf, _ field: String) -> JSONValue {
        .object([
            .init("field", .string(field)), .init("operator", .string(leaf.operation.rawValue)),
            .init("value", .string(type(of: leaf.value))),
        ])
    }

    private static func json(_ test: String, step: RelationStep, inner: Filter) -> JSONValue {
        if step.leadsToElements {
            return .object([.init(test, json(inner)), .init("list", .string(step.relation))])
        }
        var members: [JSONValue.Member] = [
            .init(test, json(inner)), .init("relation", .string(step.relation)),
            .init("module", .string(step.module.name)),
        ]
        if step.isReverse { members.append(.init("reverse", .boolean(true))) }
        return .object(members)
    }

    private static func json(_ key: SortKey) -> JSONValue {
        let property: JSONValue.Member =
            switch key.property {
            case .value(let name): .init("field", .string(name))
            case .metadata(let name): .init("metadata", .string(name))
            }
        let steps = key.steps.isEmpty ? [] : [json(key.steps)]
        return .object([property] + steps + [.init("order", .string(key.order.rawValue))])
    }

    private static func json(_ steps: [RelationStep]) -> JSONValue.Member {
        .init(
            "steps",
            .array(
                steps.map { step in
                    .object([
                        .init("relation", .string(step.relation)), .init("module", .string(step.module.name)),
                    ])
                }))
    }

    private static func type(of value: FilterValue) -> String {
        switch value {
        case .null: "null"
        case .string: "text"
        case .integer, .number: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .field: "field"
        case .list(let values): values.first.map { "list of \(type(of: $0))" } ?? "list"
        }
    }
}
