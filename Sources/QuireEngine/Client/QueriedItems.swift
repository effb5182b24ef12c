import QuireCore

/// The related items that an included query finds, for all relations of one level.
///
/// The relations ask for their ids first. After one search, each gets its own items.
final class QueriedItems<Target: ContentModule>: RelatedModule {
    private var request: SearchRequest
    private let limit: Int?
    /// Whether the query decides the order. Otherwise the relation's own order stays.
    private let isOrdered: Bool
    private var requestedIDs: Set<[UInt8]> = []
    private var waiting: [String] = []
    /// The items that were found, with their places in the query's order; `nil` before the search.
    private var placedItems: [[UInt8]: (place: Int, item: Content<Target>)]?
    private(set) var rejected: [ContentDecodingError] = []

    init(_ query: SearchRequest, like original: SearchRequest) {
        limit = query.limit
        isOrdered = !query.sort.isEmpty || query.text != nil
        request = query
        request.limit = nil
        request.page = .all
        request.countsTotal = false
        request.locale = query.locale ?? original.locale
        request.serverCache = original.serverCache
        request.decoding = original.decoding
    }

    /// Replaces the relations by those that were found. Before the search, it notes their ids.
    func fill(_ relations: inout [Relation<Target>]) {
        guard let placedItems else {
            for relation in relations where requestedIDs.insert(Array(relation.id.rawValue.utf8)).inserted {
                waiting.append(relation.id.rawValue)
            }
            return
        }
        var seen: Set<[UInt8]> = []
        var matches = relations.compactMap { relation in
            let id = Array(relation.id.rawValue.utf8)
            return seen.insert(id).inserted ? placedItems[id] : nil
        }
        if isOrdered { matches.sort { $0.place < $1.place } }
        relations = matches.prefix(limit ?? .max).map { Relation($0.item.id, item: $0.item) }
    }

    func fetch(with client: ContentClient) async throws {
        guard placedItems == nil else { return }
        var items: [Content<Target>] = []
        let chosen = request.ids.map { Set($0.map { Array($0.utf8) }) }
        let ids = waiting.filter { chosen?.contains(Array($0.utf8)) != false }
        if !ids.isEmpty {
            request.ids = ids
            let response = try await client.response(request, reading: .content(of: Target.self))
            try request.checkCompleteness(of: response)
            items = response.items
            rejected = response.rejected
            rejected += try await client.fillIn(request, &items)
        }
        var places: [[UInt8]: (place: Int, item: Content<Target>)] = [:]
        for (place, item) in items.enumerated() { places[Array(item.id.rawValue.utf8)] = (place, item) }
        placedItems = places
    }
}
