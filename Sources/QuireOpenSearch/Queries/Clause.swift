import QuireCore
import QuireRemote

/// A condition on documents: a tree of queries.
typealias Clause = LogicalFilter<FieldQuery>

/// One query on one field, as the bytes of its JSON: `{"term":{"q_age_n":{"value":5}}}`.
struct FieldQuery: Sendable, Hashable {
    let bytes: [UInt8]
    /// The number of conditions in it.
    var clauses = 1
    /// How deeply the groups in it are nested.
    var depth = 0
}

extension LogicalFilter<FieldQuery> {
    /// A query of any kind.
    static func other(_ value: JSONValue) -> Clause {
        var json = JSONWriter()
        json.value(value)
        return .test(FieldQuery(bytes: json.bytes))
    }

    /// Whether one of the objects at a path meets a condition.
    static func nested(_ path: String, _ condition: Clause) -> Clause {
        let condition = condition.distinct
        if case .nothing = condition { return .nothing }
        var json = JSONWriter()
        json.beginObject()
        json.key("nested")
        json.beginObject()
        json.key("path")
        json.string(path)
        json.key("query")
        condition.write(to: &json)
        json.endObject()
        json.endObject()
        return .test(
            FieldQuery(bytes: json.bytes, clauses: condition.clauses, depth: condition.depth + 1))
    }

    private static func query(_ kind: String, _ field: String, _ value: JSONValue) -> Clause {
        .other(.of([kind: .of([field: value])]))
    }

    static func term(_ field: String, _ value: JSONValue) -> Clause {
        .query("term", field, .of(["value": value]))
    }

    static func terms(_ field: String, _ values: [JSONValue]) -> Clause {
        switch values.count {
        case 0: .nothing
        case 1: .term(field, values[0])
        default: .query("terms", field, .array(values))
        }
    }

    /// Whether a value lies between bounds. `nil` leaves a side open.
    static func range(
        _ field: String, from lower: JSONValue? = nil, to upper: JSONValue? = nil, isExclusive: Bool = false,
        format: String? = nil
    ) -> Clause {
        var bounds: [JSONValue.Member] = []
        if let lower { bounds.append(.init(isExclusive ? "gt" : "gte", lower)) }
        if let upper { bounds.append(.init(isExclusive ? "lt" : "lte", upper)) }
        if let format { bounds.append(.init("format", .string(format))) }
        return .query("range", field, .object(bounds))
    }

    static func prefix(_ field: String, _ text: String) -> Clause {
        .query("prefix", field, .of(["value": .string(text)]))
    }

    static func wildcard(_ field: String, _ pattern: String) -> Clause {
        .query("wildcard", field, .of(["value": .string(pattern)]))
    }

    static func exists(_ field: String) -> Clause {
        .other(.of(["exists": .of(["field": .string(field)])]))
    }
}

extension LogicalFilter<FieldQuery> {
    /// Writes the query of a simplified condition. Conditions that contribute to the ranking are under `must`, others under
    /// `filter`; complements are under `must_not`.
    func write(to json: inout JSONWriter, isScored: Bool = false) {
        switch self {
        case .everything: json.value(.of(["match_all": .empty]))
        case .nothing: json.value(.of(["match_none": .empty]))
        case .test(let query): json.raw(query.bytes)
        case .not, .all:
            let parts = if case .all(let parts) = self { parts } else { [self] }
            Self.writeBool(to: &json) { json in
                Self.write(
                    parts.filter { $0.complement == nil }, as: isScored ? "must" : "filter",
                    isScored: isScored, to: &json)
                Self.write(parts.compactMap(\.complement), as: "must_not", to: &json)
            }
        case .any(let parts):
            Self.writeBool(to: &json) { json in
                Self.write(parts, as: "should", isScored: isScored, to: &json)
                json.key("minimum_should_match")
                json.integer(1)
            }
        }
    }

    private var complement: Clause? { if case .not(let part) = self { part } else { nil } }

    private static func write(
        _ parts: [Clause], as role: StaticString, isScored: Bool = false, to json: inout JSONWriter
    ) {
        guard !parts.isEmpty else { return }
        json.key(role)
        json.beginArray()
        for part in parts { part.write(to: &json, isScored: isScored) }
        json.endArray()
    }

    private static func writeBool(to json: inout JSONWriter, _ members: (inout JSONWriter) -> Void) {
        json.beginObject()
        json.key("bool")
        json.beginObject()
        members(&json)
        json.endObject()
        json.endObject()
    }

    /// The number of conditions. A constant counts as one.
    var clauses: Int {
        switch self {
        case .everything, .nothing: 1
        case .test(let query): query.clauses
        case .not(let part): part.clauses
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.clauses }
        }
    }

    /// How deeply `bool` and `nested` queries are nested.
    var depth: Int {
        switch self {
        case .everything, .nothing: 0
        case .test(let query): query.depth
        case .not(let part): 1 + part.depth
        // The complements of a group need no level of their own.
        case .all(let parts): 1 + parts.reduce(0) { max($0, $1.complement?.depth ?? $1.depth) }
        case .any(let parts): 1 + parts.reduce(0) { max($0, $1.depth) }
        }
    }
}
