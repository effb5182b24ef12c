import QuireCore

/// A condition on documents, before it is printed as a query.
indirect enum Clause: Sendable {
    case everything
    case nothing
    /// One query; `isScored` says whether it contributes to the ranking.
    case query(JSONValue)
    case all([Clause])
    case any([Clause])
    case not(Clause)

    static func term(_ field: String, _ value: JSONValue) -> Clause {
        .query(.of(["term": .of([field: .of(["value": value])])]))
    }

    static func terms(_ field: String, _ values: [JSONValue]) -> Clause {
        switch values.count {
        case 0: .nothing
        case 1: .term(field, values[0])
        default: .query(.of(["terms": .of([field: .array(values)])]))
        }
    }

    static func range(_ field: String, _ bounds: KeyValuePairs<String, JSONValue>) -> Clause {
        .query(.of(["range": .of([field: .of(bounds)])]))
    }

    /// The same condition with fewer levels: nested groups of the same kind, groups with one member, and conditions
    /// that are always true or false are removed.
    var simplified: Clause {
        switch self {
        case .everything, .nothing, .query: return self
        case .not(let part):
            switch part.simplified {
            case .everything: return .nothing
            case .nothing: return .everything
            case .not(let inner): return inner
            case let part: return .not(part)
            }
        case .all(let parts):
            var flat: [Clause] = []
            for part in parts {
                switch part.simplified {
                case .everything: continue
                case .nothing: return .nothing
                case .all(let inner): flat += inner
                case let part: flat.append(part)
                }
            }
            return flat.isEmpty ? .everything : flat.count == 1 ? flat[0] : .all(flat)
        case .any(let parts):
            var flat: [Clause] = []
            for part in parts {
                switch part.simplified {
                case .nothing: continue
                case .everything: return .everything
                case .any(let inner): flat += inner
                case let part: flat.append(part)
                }
            }
            return flat.isEmpty ? .nothing : flat.count == 1 ? flat[0] : .any(flat)
        }
    }

    /// The query. Conditions that contribute to the ranking are under `must`, others under `filter`.
    func json(isScored: Bool = false) -> JSONValue {
        switch self {
        case .everything: return .of(["match_all": .empty])
        case .nothing: return .of(["match_none": .empty])
        case .query(let query): return query
        case .not(let part): return .of(["bool": .of(["must_not": .array([part.json()])])])
        case .all(let parts):
            var members: [JSONValue.Member] = []
            let wanted = parts.filter { !$0.isNegation }
            if !wanted.isEmpty {
                members.append(
                    .init(isScored ? "must" : "filter", .array(wanted.map { $0.json(isScored: isScored) })))
            }
            let excluded = parts.compactMap(\.negated)
            if !excluded.isEmpty { members.append(.init("must_not", .array(excluded.map { $0.json() }))) }
            return .of(["bool": .object(members)])
        case .any(let parts):
            return .of([
                "bool": .of([
                    "should": .array(parts.map { $0.json(isScored: isScored) }),
                    "minimum_should_match": .integer(1),
                ])
            ])
        }
    }

    private var isNegation: Bool { negated != nil }

    private var negated: Clause? {
        if case .not(let part) = self { part } else { nil }
    }

    /// The number of queries, not counting those that only group others.
    var count: Int {
        switch self {
        case .everything, .nothing, .query: 1
        case .not(let part): part.count
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }

    /// How deeply `bool` queries are nested.
    var depth: Int {
        switch self {
        case .everything, .nothing, .query: 0
        case .not(let part): 1 + part.depth
        case .all(let parts): 1 + (parts.map { $0.negated?.depth ?? $0.depth }.max() ?? 0)
        case .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        }
    }
}
