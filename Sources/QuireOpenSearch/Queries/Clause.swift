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
