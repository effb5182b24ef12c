import QuireCore

/// A condition on documents, before it is printed as a query.
enum Clause: Sendable {
    case everything
    case nothing
    /// One query as JSON.
    case query([UInt8])
    case all([Clause])
    case any([Clause])
    indirect case not(Clause)
    /// Queries that `ClauseWriter` has simplified and printed.
    case written(WrittenClause)

    /// A query of any kind.
    static func other(_ value: JSONValue) -> Clause {
        var json = JSONWriter(capacity: 128)
        json.value(value)
        return .query(json.bytes)
    }

    static func term(_ field: String, _ value: JSONValue) -> Clause {
        fieldQuery("term", field) { json in
            json.beginObject()
            json.key("value")
            json.value(value)
            json.endObject()
        }
    }

    static func terms(_ field: String, _ values: [JSONValue]) -> Clause {
        switch values.count {
        case 0: .nothing
        case 1: .term(field, values[0])
        default:
            fieldQuery("terms", field) { json in
                json.beginArray()
                for value in values { json.value(value) }
                json.endArray()
            }
        }
    }

    /// A query of one kind on one field: `{"term":{"v_age_n":…}}`.
    private static func fieldQuery(
        _ kind: StaticString, _ field: String, _ write: (inout JSONWriter) -> Void
    ) -> Clause {
        var json = JSONWriter(capacity: 96)
        json.beginObject()
        json.key(kind)
        json.beginObject()
        json.key(field)
        write(&json)
        json.endObject()
        json.endObject()
        return .query(json.bytes)
    }

    /// The same condition with fewer levels: nested groups of the same kind, groups with one member, and conditions
    /// that are always true or false are removed.
    var simplified: Clause {
        switch self {
        case .everything, .nothing, .query, .written: return self
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

    /// Writes the query. Conditions that contribute to the ranking are under `must`, others under `filter`.
    func write(to json: inout JSONWriter, isScored: Bool = false) {
        switch self {
        case .everything: Self.writeEmpty("match_all", to: &json)
        case .nothing: Self.writeEmpty("match_none", to: &json)
        case .query(let query): json.raw(query)
        case .not(let part):
            Self.writeBool(to: &json) { json in Self.write([part], as: "must_not", to: &json) }
        case .all(let parts):
            Self.writeBool(to: &json) { json in
                if parts.contains(where: \.hasQueries) {
                    json.key(isScored ? "must" : "filter")
                    json.beginArray()
                    for part in parts where part.hasQueries {
                        if case .written(let group) = part, group.form == .all {
                            json.raw(group.queries)
                        } else {
                            part.write(to: &json, isScored: isScored)
                        }
                    }
                    json.endArray()
                }
                if parts.contains(where: \.hasComplements) {
                    json.key("must_not")
                    json.beginArray()
                    for part in parts where part.hasComplements {
                        if case .written(let group) = part { json.raw(group.negative) }
                        part.negated?.write(to: &json)
                    }
                    json.endArray()
                }
            }
        case .any(let parts):
            Self.writeBool(to: &json) { json in
                Self.write(parts, as: "should", to: &json, isScored: isScored, isAlternatives: true)
                json.key("minimum_should_match")
                json.integer(1)
            }
        case .written(let written):
            switch written.form {
            case .query: json.raw(written.queries)
            case .all: Clause.all([self]).write(to: &json)
            case .any: Clause.any([self]).write(to: &json)
            }
        }
    }

    private static func write(
        _ parts: [Clause], as role: StaticString, to json: inout JSONWriter, isScored: Bool = false,
        isAlternatives: Bool = false
    ) {
        json.key(role)
        json.beginArray()
        for part in parts {
            if case .written(let group) = part, group.form == .any, isAlternatives {
                json.raw(group.queries)
            } else {
                part.write(to: &json, isScored: isScored)
            }
        }
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

    private static func writeEmpty(_ kind: StaticString, to json: inout JSONWriter) {
        json.beginObject()
        json.key(kind)
        json.beginObject()
        json.endObject()
        json.endObject()
    }

    /// Whether the condition has parts that a group has under `filter`, and whether it has any under `must_not`.
    private var hasQueries: Bool {
        switch self {
        case .not: false
        case .written(let written): !written.queries.isEmpty
        case .everything, .nothing, .query, .all, .any: true
        }
    }

    private var hasComplements: Bool {
        switch self {
        case .not: true
        case .written(let written): !written.negative.isEmpty
        case .everything, .nothing, .query, .all, .any: false
        }
    }

    private var negated: Clause? {
        if case .not(let part) = self { part } else { nil }
    }

    /// The number of queries, not counting those that only group others.
    var count: Int {
        switch self {
        case .everything, .nothing, .query: 1
        case .not(let part): part.count
        case .written(let written): written.count
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }

    /// How deeply `bool` queries are nested.
    var depth: Int {
        switch self {
        case .everything, .nothing, .query: 0
        case .not(let part): 1 + part.depth
        case .all(let parts): 1 + parts.reduce(0) { max($0, $1.depth(in: .all)) }
        case .any(let parts): 1 + parts.reduce(0) { max($0, $1.depth(in: .any)) }
        case .written(let written): written.form == .query ? written.depth : 1 + written.depth
        }
    }

    /// The same for a part of a group.
    private func depth(in form: WrittenClause.Form) -> Int {
        switch self {
        case .not(let part) where form == .all: part.depth
        case .written(let written) where written.form == form: written.depth
        default: depth
        }
    }
}
