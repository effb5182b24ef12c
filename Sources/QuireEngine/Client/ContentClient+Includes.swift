import QuireCore
import QuireText

extension ContentClient {
    /// Fetches the included relations that the engine returned only as ids. It works level by level, with one search
    /// for up to a hundred ids of a module, so that cycles and repeated ids cause no extra searches.
    ///
    /// Ids of items that do not exist stay unresolved. If a server returns only some of the items, the rest is
    /// requested again until the server reports that there are no more.
    /// - Returns: The items that do not fit the schema, if the request is lenient.
    func fillIn<Module>(
        _ request: SearchRequest, _ items: inout [Content<Module>]
    ) async throws -> [ContentDecodingError] {
        let tree = IncludeTree(request.include)
        let store = RelatedItemStore(like: request)
        var level = 0
        while level < tree.depth {
            for index in items.indices { store.visit(&items[index], tree, level: level) }
            for module in store.relatedModules { try await module.fetch(with: self) }
            for index in items.indices { store.visit(&items[index], tree, level: level) }
            level += 1
        }
        return store.rejected
    }
}

/// The related items fetched so far, of all modules.
private final class RelatedItemStore {
    private let original: SearchRequest
    private var modules: [ObjectIdentifier: any RelatedModule] = [:]
    /// The items of queries, by the level of the relation.
    private var queries: [QueriedLevel: any RelatedModule] = [:]
    private var queryOrder: [QueriedLevel] = []
    /// The modules in the order in which they were found, so that requests are reproducible.
    private var order: [ObjectIdentifier] = []

    init(like original: SearchRequest) { self.original = original }

    var relatedModules: [any RelatedModule] {
        order.compactMap { modules[$0] } + queryOrder.compactMap { queries[$0] }
    }
    var rejected: [ContentDecodingError] { relatedModules.flatMap(\.rejected) }

    /// Fills in the items that are available and records the missing ones.
    func visit<Module>(_ item: inout Content<Module>, _ tree: IncludeTree, level: Int) {
        visit(&item, tree, level: level, depth: 0)
    }

    /// - Parameter depth: The number of relations to the item.
    private func visit<Module>(_ item: inout Content<Module>, _ tree: IncludeTree, level: Int, depth: Int) {
        var visitor = IncludeVisitor(store: self, tree: tree, level: level, depth: depth)
        item.values.visitRelations(&visitor)
        if !visitor.shortened.isEmpty { item.metadata.shortenedRelations += visitor.shortened }
    }

    func items<Target: ContentModule>(of module: Target.Type) -> FetchedItems<Target> {
        let key = ObjectIdentifier(module)
        if let items = modules[key] as? FetchedItems<Target> { return items }
        let new = FetchedItems<Target>(like: original)
        modules[key] = new
        order.append(key)
        return new
    }

    private struct QueriedLevel: Hashable {
        var depth: Int
        var query: SearchRequest
        var module: ObjectIdentifier
    }

    private func items<Target: ContentModule>(
        of query: SearchRequest, after depth: Int, _ module: Target.Type
    ) -> QueriedItems<Target> {
        let key = QueriedLevel(depth: depth, query: query, module: ObjectIdentifier(module))
        if let items = queries[key] as? QueriedItems<Target> { return items }
        let new = QueriedItems<Target>(query, like: original)
        queries[key] = new
        queryOrder.append(key)
        return new
    }

    private struct IncludeVisitor: RelationVisitor {
        let store: RelatedItemStore
        let tree: IncludeTree
        let level: Int
        let depth: Int
        var path = ""
        /// The relations that an included query has changed.
        var shortened: [String] = []

        mutating func visit<Target: ContentModule>(_ field: String, _ relations: inout [Relation<Target>]) {
            if level == 0, let query = tree.branches[path + field]?.query {
                let ids = relations.map(\.id)
                store.items(of: query, after: depth, Target.self).fill(&relations)
                if relations.map(\.id) != ids, !shortened.contains(path + field) {
                    shortened.append(path + field)
                }
            } else {
                for index in relations.indices { visit(field, &relations[index]) }
            }
        }

        mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>) {
            guard let branch = tree.branches[path + field] else { return }
            if level > 0 {
                guard var item = relation.item else { return }
                store.visit(&item, branch, level: level - 1, depth: depth + 1)
                relation.item = item
            } else if relation.item == nil {
                relation.item = store.items(of: Target.self).item(relation.id.rawValue)
            }
        }
    }
}

protocol RelatedModule: AnyObject {
    var rejected: [ContentDecodingError] { get }

    func fetch(with client: ContentClient) async throws
}

/// The related items of one module, of which some are available and others are to fetch.
private final class FetchedItems<Target: ContentModule>: RelatedModule {
    private var items: ItemsByID<Content<Target>>

    init(like original: SearchRequest) {
        var request = SearchRequest(module: Target.descriptor)
        request.countsTotal = false
        request.locale = original.locale
        request.serverCache = original.serverCache
        request.decoding = original.decoding
        request.offline = original.offline
        items = ItemsByID(request) { $0.id.rawValue }
    }

    var rejected: [ContentDecodingError] { items.rejected }

    /// Returns the item with the id. If it is missing, it is fetched once, in the next round.
    func item(_ id: String) -> Content<Target>? {
        if let item = items[id] { return item }
        items.ask(for: id)
        return nil
    }

    func fetch(with client: ContentClient) async throws {
        let capabilities = client.engine.capabilities
        try await items.fetch(upTo: capabilities.maximumPageSize) { requests in
            for request in requests { try request.check(for: capabilities) }
            let decoder = ItemDecoder<Content<Target>>.content(of: Target.self)
            let responses = try await client.engine.search(requests, decoding: decoder)
            guard responses.count == requests.count else {
                throw ResponseCountError(
                    engine: capabilities.name, requested: requests.count, returned: responses.count)
            }
            return responses
        }
    }
}

/// The related items that an included query finds, for all relations of one level.
///
/// The relations ask for their ids first. After one search, each gets its own items.
final class QueriedItems<Target: ContentModule>: RelatedModule {
    private var request: SearchRequest
    private let limit: Int?
    /// Whether the query decides the order. Otherwise the relation's own order stays.
    private let isOrdered: Bool
    private var requestedIDs: Set<ExactText> = []
    private var waiting: [String] = []
    /// The items that were found, with their places in the query's order; `nil` before the search.
    private var placedItems: [ExactText: (place: Int, item: Content<Target>)]?
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
            for relation in relations where requestedIDs.insert(ExactText(relation.id.rawValue)).inserted {
                waiting.append(relation.id.rawValue)
            }
            return
        }
        var seen: Set<ExactText> = []
        var matches = relations.compactMap { relation in
            let id = ExactText(relation.id.rawValue)
            return seen.insert(id).inserted ? placedItems[id] : nil
        }
        if isOrdered { matches.sort { $0.place < $1.place } }
        relations = matches.prefix(limit ?? .max).map { Relation($0.item.id, item: $0.item) }
    }

    func fetch(with client: ContentClient) async throws {
        guard placedItems == nil else { return }
        var items: [Content<Target>] = []
        let chosen = request.ids.map { Set($0.map(ExactText.init)) }
        let ids = waiting.filter { chosen?.contains(ExactText($0)) != false }
        if !ids.isEmpty {
            request.ids = ids
            let response = try await client.response(request, reading: .content(of: Target.self))
            try request.checkCompleteness(of: response)
            items = response.items
            rejected = response.rejected
            rejected += try await client.fillIn(request, &items)
        }
        var places: [ExactText: (place: Int, item: Content<Target>)] = [:]
        for (place, item) in items.enumerated() { places[ExactText(item.id.rawValue)] = (place, item) }
        placedItems = places
    }
}

/// The relations to include, by field, starting at a module.
struct IncludeTree: Sendable, Hashable {
    private(set) var branches: [String: IncludeTree] = [:]
    /// The query for the items of the relation that leads here; `nil` includes all of them.
    private(set) var query: SearchRequest?

    init(_ paths: [IncludePath]) {
        for path in paths { add(path.fields[...], path.query) }
    }

    private init() {}

    private mutating func add(_ path: ArraySlice<String>, _ query: SearchRequest?) {
        guard let field = path.first else {
            self.query = query ?? self.query
            return
        }
        branches[field, default: IncludeTree()].add(path.dropFirst(), query)
    }

    /// The length of the longest path.
    var depth: Int { branches.values.map { $0.depth + 1 }.max() ?? 0 }
}
