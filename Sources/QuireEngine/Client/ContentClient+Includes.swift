import QuireCore

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
        let store = RelatedItemStore()
        var level = 0
        while level < tree.depth {
            for index in items.indices { store.visit(&items[index], tree, level: level) }
            for wanted in store.wanted { try await wanted.fetch(with: self, like: request) }
            for index in items.indices { store.visit(&items[index], tree, level: level) }
            level += 1
        }
        return store.rejected
    }
}

/// The related items fetched so far, of all modules.
private final class RelatedItemStore {
    private var modules: [ObjectIdentifier: any RelatedModule] = [:]
    /// The modules in the order in which they were found, so that requests are reproducible.
    private var order: [ObjectIdentifier] = []

    var wanted: [any RelatedModule] { order.compactMap { modules[$0] } }
    var rejected: [ContentDecodingError] { wanted.flatMap(\.rejected) }

    /// Fills in the items that are available and records the missing ones.
    func visit<Module>(_ item: inout Content<Module>, _ tree: IncludeTree, level: Int) {
        var visitor = IncludeVisitor(store: self, tree: tree, level: level)
        item.values.visitRelations(&visitor)
    }

    func items<Target: ContentModule>(of module: Target.Type) -> FetchedItems<Target> {
        let key = ObjectIdentifier(module)
        if let known = modules[key] as? FetchedItems<Target> { return known }
        let new = FetchedItems<Target>()
        modules[key] = new
        order.append(key)
        return new
    }

    private struct IncludeVisitor: RelationVisitor {
        let store: RelatedItemStore
        let tree: IncludeTree
        let level: Int

        mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>) {
            guard let branch = tree.branches[field] else { return }
            if level > 0 {
                guard var item = relation.item else { return }
                store.visit(&item, branch, level: level - 1)
                relation.item = item
            } else if relation.item == nil {
                relation.item = store.items(of: Target.self).item(relation.id.rawValue)
            }
        }
    }
}

private protocol RelatedModule: AnyObject {
    var rejected: [ContentDecodingError] { get }

    func fetch(with client: ContentClient, like request: SearchRequest) async throws
}

/// The related items of one module: those that are available, and those to fetch.
private final class FetchedItems<Target: ContentModule>: RelatedModule {
    /// The items by the bytes of their ids, because composed and decomposed "é" are different ids.
    private var found: [[UInt8]: Content<Target>] = [:]
    private var asked: Set<[UInt8]> = []
    private var waiting: [String] = []
    private(set) var rejected: [ContentDecodingError] = []

    /// Returns the item with the id. If it is missing, it is fetched once, in the next round.
    func item(_ id: String) -> Content<Target>? {
        let key = Array(id.utf8)
        if let item = found[key] { return item }
        if asked.insert(key).inserted { waiting.append(id) }
        return nil
    }

    func fetch(with client: ContentClient, like original: SearchRequest) async throws {
        guard !waiting.isEmpty else { return }
        let size = min(100, client.engine.capabilities.maximumPageSize ?? 100)
        var parts = stride(from: 0, to: waiting.count, by: size).map { start in
            MissingIDs(Array(waiting[start..<min(start + size, waiting.count)]))
        }
        waiting = []
        // Eight searches at a time, so that a huge page does not flood the engine.
        while !parts.isEmpty {
            try Task.checkCancellation()
            let batch = Array(parts.prefix(8))
            parts.removeFirst(batch.count)
            // If the server caps pages, request the rest again.
            parts = try await ask(batch, client, like: original) + parts
        }
    }

    /// Requests the items with some ids. Returns the ids that must be requested again.
    private func ask(
        _ parts: [MissingIDs], _ client: ContentClient, like original: SearchRequest
    ) async throws -> [MissingIDs] {
        let requests = parts.map { request(for: $0.ids, like: original) }
        for request in requests { try request.check(for: client.engine.capabilities) }
        let decoder = ItemDecoder<Content<Target>>.content(of: Target.self)
        let responses = try await client.engine.search(requests, decoding: decoder)
        guard responses.count == requests.count else {
            throw ResponseCountError(
                engine: client.engine.capabilities.name, requested: requests.count, returned: responses.count)
        }
        var again: [MissingIDs] = []
        for (index, response) in responses.enumerated() {
            var returned = Set(response.rejected.compactMap { $0.id.map { Array($0.utf8) } })
            for item in response.items {
                let key = Array(item.id.rawValue.utf8)
                found[key] = item
                returned.insert(key)
            }
            rejected += response.rejected
            var part = parts[index]
            if try part.take(response, to: requests[index], found: returned) { again.append(part) }
        }
        return again
    }

    private func request(for ids: [String], like original: SearchRequest) -> SearchRequest {
        var request = SearchRequest(module: Target.descriptor)
        request.ids = ids
        request.page = .page(1, size: ids.count)
        request.countsTotal = false
        request.locale = original.locale
        request.serverCache = original.serverCache
        request.decoding = original.decoding
        request.offline = original.offline
        return request
    }
}
