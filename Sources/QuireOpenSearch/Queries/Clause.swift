import Foundation
import QuireCore
import QuireRemote

/// A condition on documents: a tree of queries.
typealias Clause = LogicalFilter<FieldQuery>

/// One query on one field: `{"term":{"q_age_n":{"value":5}}}`. Two are equal if their JSON is, byte by byte.
struct FieldQuery: Sendable, Hashable {
    let json: JSONValue
    private let bytes: Data
    /// The number of conditions in it.
    let clauses: Int
    /// How deeply the groups in it are nested.
    let depth: Int

    init(_ json: JSONValue, clauses: Int = 1, depth: Int = 0) {
        self.json = json
        bytes = json.data
        self.clauses = clauses
        self.depth = depth
    }

    static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension LogicalFilter<FieldQuery> {
    /// A query of any kind.
    static func other(_ value: JSONValue) -> Clause { .test(FieldQuery(value)) }

    /// Whether one of the objects at a path meets a condition.
    static func nested(_ path: String, _ condition: Clause) -> Clause {
        let condition = condition.distinct
        if case .nothing = condition { return .nothing }
        return .test(
            FieldQuery(
                .of(["nested": .of(["path": .string(path), "query": condition.json()])]),
                clauses: condition.clauses, depth: condition.depth + 1))
    }

    static func query(_ kind: String, _ field: String, value: JSONValue) -> Clause {
        .other(.of([kind: .of([field: value])]))
    }

    static func term(_ field: String, _ value: JSONValue) -> Clause {
        .query("term", field, value: .of(["value": value]))
    }

    static func terms(_ field: String, _ values: [JSONValue]) -> Clause {
        switch values.count {
        case 0: .nothing
        case 1: .term(field, values[0])
        default: .query("terms", field, value: .array(values))
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
        return .query("range", field, value: .object(bounds))
    }

    static func prefix(_ field: String, _ text: String) -> Clause {
        .query("prefix", field, value: .of(["value": .string(text)]))
    }

    static func wildcard(_ field: String, _ pattern: String) -> Clause {
        .query("wildcard", field, value: .of(["value": .string(pattern)]))
    }

    static func exists(_ field: String) -> Clause {
        .other(.of(["exists": .of(["field": .string(field)])]))
    }
}

extension LogicalFilter<FieldQuery> {
    /// The query of a simplified condition. Conditions that contribute to the ranking are under `must`, others under
    /// `filter`; complements are under `must_not`.
    func json(isScored: Bool = false) -> JSONValue {
        switch self {
        case .everything: return .of(["match_all": .empty])
        case .nothing: return .of(["match_none": .empty])
        case .test(let query): return query.json
        case .not, .all:
            let parts = if case .all(let parts) = self { parts } else { [self] }
            let positive = parts.filter { $0.complement == nil }.map { $0.json(isScored: isScored) }
            let negative = parts.compactMap(\.complement).map { $0.json() }
            let members: [(String, [JSONValue])] = [
                (isScored ? "must" : "filter", positive), ("must_not", negative),
            ]
            return .of(["bool": .object(members.filter { !$1.isEmpty }.map { .init($0, .array($1)) })])
        case .any(let parts):
            return .of([
                "bool": .of([
                    "should": .array(parts.map { $0.json(isScored: isScored) }),
                    "minimum_should_match": .integer(1),
                ])
            ])
        }
    }

    private var complement: Clause? { if case .not(let part) = self { part } else { nil } }

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
