import Foundation
import QuireCore
import QuireEngine
import QuireText

/// The items of a text search that are weighed here, best match first.
struct WeighedItems: Sendable {
    /// So many items are weighed: the most popular ones.
    static let most = 250

    private(set) var ids: [String] = []
    private(set) var infos: [String: RankingInfo] = [:]

    private struct Item {
        var id: String
        var key: RankKey

        func precedes(_ other: Item) -> Bool {
            key != other.key ? key < other.key : id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }
    }

    init() {}

    /// - Parameter slices: Instances with the searched fields and the popularity.
    init(
        _ slices: [StoredSlice], _ resolved: ResolvedText,
        fields: [FieldDescriptor], popularity: FieldDescriptor?, analyzer: TextAnalyzer
    ) throws {
        let instances = try slices.map { try JSONValue(parsing: $0.data) }
        let collection = TextCollection(instances, fields: fields, analyzer)
        let findings = TextFindings(collection, analyzer, resolved: resolved, popularity: popularity)
        let keys = findings.keys(of: Array(instances.indices), instances)
        var ranked: [Item] = []
        for (index, instance) in instances.enumerated() {
            ranked.append(Item(id: instance.instanceID, key: keys[index] ?? RankKey(value: .max)))
        }
        ranked.sort { $0.precedes($1) }
        ids = ranked.map(\.id)
        for item in ranked { infos[item.id] = item.key.info(hasPopularity: popularity != nil) }
    }
}

extension StoredSlice {
    /// The id of the instance. Empty if it has none.
    package var id: String { ((try? JSONValue(parsing: data)) ?? .null).instanceID }
}

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
        guard case .array(let ids)? = place.member("ids"),
            let skipped = ClusterCursor.count(place.member("skip"))
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
