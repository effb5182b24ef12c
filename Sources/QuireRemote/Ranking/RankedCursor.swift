import QuireCore
import QuireEngine

/// The position after a page of a ranked search: the ranked items that follow, then the engine's own cursor.
///
/// The ids make the next pages exact: no item comes twice or is skipped while others are written.
struct RankedCursor: Sendable {
    /// The ranked items that were not on a page yet.
    var ids: [String]
    /// The engine's cursor after the ranked items; `nil` if there are no others.
    var tail: Cursor?
    /// How many items came before.
    var skipped: Int
    /// Whether the words were found as typed, so that no level has to be decided.
    var isAsTyped: Bool

    init(ids: [String], tail: Cursor?, skipped: Int, isAsTyped: Bool) {
        self.ids = ids
        self.tail = tail
        self.skipped = skipped
        self.isAsTyped = isAsTyped
    }

    /// - Throws: `QueryError` if the cursor is damaged or belongs to another search.
    init(_ cursor: Cursor, of request: SearchRequest, engine: String) throws(QueryError) {
        let place = try ClusterCursor.place(of: cursor, in: request, engine: engine)
        guard case .array(let ids)? = place.member("ids"), case .integer(let skipped)? = place.member("skip"),
            let skipped = Int(exactly: skipped), skipped >= 0
        else { throw ClusterCursor.damaged(cursor, in: request) }
        self.ids = ids.compactMap { if case .string(let id) = $0 { id } else { nil } }
        self.skipped = skipped
        isAsTyped = place.member("typed") == .boolean(true)
        if case .string(let token)? = place.member("tail") { tail = Cursor(token: token) }
    }

    func cursor(of request: SearchRequest, engine: String) -> Cursor? {
        guard !ids.isEmpty || tail != nil else { return nil }
        return ClusterCursor.cursor(
            of: request, engine: engine,
            place: .object([
                .init("ids", .array(ids.map(JSONValue.string))),
                .init("tail", tail.map { .string($0.token) } ?? .null),
                .init("skip", .integer(Int64(skipped))), .init("typed", .boolean(isAsTyped)),
            ]))
    }
}
