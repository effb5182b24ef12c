import QuireCore
import QuireRemote

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
