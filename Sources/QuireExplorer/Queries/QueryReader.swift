import QuireCore
import QuireSchema
import QuireServer
import QuireToolbox

/// Reads the JSON form of a query. Every error names the place.
enum QueryReader {
    static func query(_ body: BodyObject) throws -> ExplorerQuery {
        try refuseUnknownKeys(
            body,
            ["module", "where", "text", "sort", "fields", "include", "facets", "locale", "limit", "ids"])
        var query = ExplorerQuery(module: try body.requiredText("module"))
        query.modulePlace = QueryPlace(path: body.place("module"))
        if let node = body["where"] {
            query.filter = try self.node(node, at: body.place("where"), depth: 1).normalized
        }
        query.text = try body.text("text").flatMap { $0.isEmpty ? nil : $0 }
        for (index, key) in (try body.array("sort") ?? []).enumerated() {
            query.sort.append(try order(key, at: "\(body.place("sort"))[\(index)]"))
        }
        query.fields = try names("fields", in: body)
        query.include = try names("include", in: body)
        query.facets = try names("facets", in: body)
        query.locale = try body.text("locale")
        query.ids = try body.texts("ids")
        if let limit = try body.integer("limit") {
            guard (1...10_000).contains(limit) else {
                throw failure("expected a number from 1 to 10000", at: body.place("limit"))
            }
            query.limit = Int(limit)
        }
        return query
    }

    private static func refuseUnknownKeys(_ body: BodyObject, _ keys: [String]) throws {
        for member in body.members where !keys.contains(member.name) {
            throw failure(
                "unknown key \"\(member.name.shortened)\"; expected \(keys.joined(separator: ", "))",
                at: body.place(member.name))
        }
    }

    // MARK: - The filter

    private static func node(_ value: JSONValue, at path: String, depth: Int) throws -> QueryNode {
        guard depth <= ExplorerQuery.maximumDepth else {
            throw failure("a filter has at most \(ExplorerQuery.maximumDepth) levels", at: path)
        }
        let body = try BodyObject(value, at: path)
        if let nodes = try body.array("all") { return .all(try list(nodes, at: body.place("all"), depth)) }
        if let nodes = try body.array("any") { return .any(try list(nodes, at: body.place("any"), depth)) }
        if let node = body["not"] {
            return .not(try self.node(node, at: body.place("not"), depth: depth + 1))
        }
        if body["relation"] != nil { return .relation(try relation(body, depth)) }
        guard body["field"] != nil else {
            throw failure(
                "expected a test with \"field\" and \"op\", a \"relation\", or a group \"all\", \"any\" or \"not\"",
                at: path)
        }
        return .test(try test(body))
    }

    private static func list(_ values: [JSONValue], at path: String, _ depth: Int) throws -> [QueryNode] {
        guard values.count <= 1_000 else { throw failure("a group has at most 1000 parts", at: path) }
        return try values.enumerated().map { try node($1, at: "\(path)[\($0)]", depth: depth + 1) }
    }

    private static func test(_ body: BodyObject) throws -> QueryTest {
        var name = try body.requiredText("field")
        let isMetadata = name.hasPrefix("@")
        if isMetadata { name.removeFirst() }
        let symbol = try body.requiredText("op")
        guard let operation = Operator(rawValue: symbol) else {
            let symbols = Operator.allCases.map(\.rawValue).joined(separator: " ")
            throw failure(
                "\"\(symbol.shortened)\" is not an operator; expected one of \(symbols)", at: body.place("op")
            )
        }
        var value: QueryValue?
        if operation != .isNull {
            guard let json = body["value"] else {
                throw failure(
                    "\(symbol) needs a value; use isNull for items without one", at: body.place("value"))
            }
            value = try self.value(json, at: body.place("value")).normalized
        }
        return QueryTest(
            field: name, isMetadata: isMetadata, operation: operation, value: value,
            place: QueryPlace(path: body.path))
    }

    private static func relation(_ body: BodyObject, _ depth: Int) throws -> QueryRelation {
        let names = try path(body["relation"] ?? .null, at: body.place("relation"))
        guard let first = names.first else {
            throw failure(
                "expected a relation, or module.relation for the reverse", at: body.place("relation"))
        }
        let word = try body.text("quantifier") ?? "any"
        guard let quantifier = QueryRelation.Quantifier(rawValue: word) else {
            throw failure("expected any, none or every", at: body.place("quantifier"))
        }
        let inner = try body["where"].map { try node($0, at: body.place("where"), depth: depth + 1) }
        return QueryRelation(
            path: names.count == 1
                ? .forward(first)
                : .reverse(module: first, field: names.dropFirst().joined(separator: ".")),
            quantifier: quantifier, filter: inner?.normalized, place: QueryPlace(path: body.path))
    }

    static func value(_ json: JSONValue, at path: String) throws -> QueryValue {
        switch json {
        case .string(let text): return .text(text)
        case .integer(let number): return .integer(number)
        case .number(let number): return .number(number)
        case .boolean(let truth): return .boolean(truth)
        case .array(let values):
            guard values.count <= 10_000 else { throw failure("a list has at most 10000 values", at: path) }
            return .list(try values.enumerated().map { try value($1, at: "\(path)[\($0)]") })
        case .object: return .field(try BodyObject(json, at: path).requiredText("field"))
        case .null: throw failure("a value is null; use isNull for items without one", at: path)
        }
    }

    // MARK: - The rest

    private static func order(_ value: JSONValue, at path: String) throws -> QueryOrder {
        let body = try BodyObject(value, at: path)
        let name = try self.name(body["field"] ?? .null, at: body.place("field"))
        var order = QueryOrder(path: name.path, isMetadata: name.isMetadata, place: QueryPlace(path: path))
        switch try body.text("order") {
        case nil, "ascending"?: break
        case "descending"?: order.isDescending = true
        default: throw failure("expected ascending or descending", at: body.place("order"))
        }
        switch try body.text("nulls") {
        case nil: break
        case "first"?: order.nulls = .first
        case "last"?: order.nulls = .last
        default: throw failure("expected first or last", at: body.place("nulls"))
        }
        return order
    }

    private static func names(_ key: String, in body: BodyObject) throws -> [QueryName] {
        try (try body.array(key) ?? []).enumerated().map { try name($1, at: "\(body.place(key))[\($0)]") }
    }

    /// A path, or metadata, which begins with `@`.
    private static func name(_ value: JSONValue, at path: String) throws -> QueryName {
        var names = try self.path(value, at: path)
        let isMetadata = names.count == 1 && names[0].hasPrefix("@")
        if isMetadata { names[0].removeFirst() }
        return QueryName(names, isMetadata: isMetadata, place: QueryPlace(path: path))
    }

    /// Names joined by dots, or a list of names, for those that have dots.
    private static func path(_ value: JSONValue, at path: String) throws -> [String] {
        let names: [String]
        switch value {
        case .string(let text):
            names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        case .array(let values):
            names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
            guard names.count == values.count else { throw failure("expected a list of names", at: path) }
        default: throw failure("expected a name", at: path)
        }
        guard !names.isEmpty, !names.contains(""), names.count <= 8 else {
            throw failure("expected a name, or at most 8 names joined by dots", at: path)
        }
        return names
    }

    private static func failure(_ message: String, at path: String) -> ExplorerError {
        QueryPlace(path: path).error("\(path): \(message)")
    }
}
