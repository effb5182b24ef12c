import QuireCore
import QuireServer

/// Writes the JSON form of a query.
enum QueryJSON {
    static func json(_ query: ExplorerQuery) -> JSONValue {
        var members: [JSONValue.Member] = [.init("module", query.module.json)]
        if let filter = query.filter { members.append(.init("where", node(filter))) }
        if let text = query.text { members.append(.init("text", text.json)) }
        if !query.sort.isEmpty { members.append(.init("sort", query.sort.map(order).json)) }
        if !query.fields.isEmpty { members.append(.init("fields", query.fields.map(name).json)) }
        if !query.include.isEmpty { members.append(.init("include", query.include.map(name).json)) }
        if !query.facets.isEmpty { members.append(.init("facets", query.facets.map(name).json)) }
        if let locale = query.locale { members.append(.init("locale", locale.json)) }
        if let ids = query.ids { members.append(.init("ids", ids.json)) }
        if let limit = query.limit { members.append(.init("limit", limit.json)) }
        return .object(members)
    }

    private static func node(_ node: QueryNode) -> JSONValue {
        switch node {
        case .all(let nodes): return .record(["all": nodes.map(self.node).json])
        case .any(let nodes): return .record(["any": nodes.map(self.node).json])
        case .not(let inner): return .record(["not": self.node(inner)])
        case .test(let test):
            let field = (test.isMetadata ? "@" : "") + test.field
            var members: [JSONValue.Member] = [
                .init("field", field.json), .init("op", test.operation.rawValue.json),
            ]
            if let value = test.value { members.append(.init("value", self.value(value))) }
            return .object(members)
        case .relation(let relation):
            let names: [String] =
                switch relation.path {
                case .forward(let field): [field]
                case .reverse(let module, let field): [module, field]
                }
            return .record([
                "relation": path(names), "quantifier": relation.quantifier.rawValue.json,
                "where": relation.filter.map(self.node),
            ])
        }
    }

    private static func value(_ value: QueryValue) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .list(let values): .array(values.map(self.value))
        case .field(let name): .record(["field": name.json])
        }
    }

    private static func order(_ order: QueryOrder) -> JSONValue {
        let field = name(QueryName(order.path, isMetadata: order.isMetadata))
        var members: [JSONValue.Member] = [
            .init("field", field), .init("order", (order.isDescending ? "descending" : "ascending").json),
        ]
        if let nulls = order.nulls {
            members.append(.init("nulls", (nulls == .first ? "first" : "last").json))
        }
        return .object(members)
    }

    private static func name(_ name: QueryName) -> JSONValue {
        name.isMetadata ? "@\(name.path.joined(separator: "."))".json : path(name.path)
    }

    private static func path(_ names: [String]) -> JSONValue {
        names.contains { $0.contains(".") } ? names.json : names.joined(separator: ".").json
    }
}

/// The query in the body of a call.
enum QueryArgument {
    static func object(_ body: BodyObject) throws -> BodyObject {
        guard let value = body["query"] else {
            throw ExplorerError(.body, "The body needs \"query\".")
        }
        return try BodyObject(value, at: "")
    }
}
