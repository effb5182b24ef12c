#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireText

extension Store: ContentEngine {
    public var capabilities: EngineCapabilities {
        hasFullText ? Self.complete : Self.withoutFullText
    }

    // Made once, because every search is checked against them.
    private static let complete = capabilities(hasFullText: true)
    private static let withoutFullText = capabilities(hasFullText: false)

    private static func capabilities(hasFullText: Bool) -> EngineCapabilities {
        var capabilities = EngineCapabilities(
            name: UnsupportedError.storeEngine, operations: operations, sortsByValue: true,
            supportsNullOrdering: true,
            supportsCursors: true, countsTotal: true, fullText: hasFullText, facets: true, includes: true,
            toleratesTypos: hasFullText)
        capabilities.searchesByMeaning = hasFullText
        capabilities.conditionsAcrossRelations = true
        capabilities.comparesFields = true
        capabilities.queriesMembers = true
        capabilities.queriesElements = true
        capabilities.selectsMembers = true
        capabilities.sortsAcrossRelations = true
        capabilities.selectsAcrossRelations = true
        capabilities.groupsAcrossRelations = true
        capabilities.queriesIncludes = true
        capabilities.liveQueries = true
        capabilities.modifiesFields = true
        return capabilities
    }

    private static let operations = Set(FilterOperation.allCases)

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await responses(to: requests, decoder) { _, read in try await readers.withConnection(read) }
    }

    /// Runs requests in order, each on the connection of a read.
    func responses<Item: Sendable>(
        to requests: [SearchRequest], _ decoder: ItemDecoder<Item>,
        reading: (
            SearchRequest, @escaping @Sendable (Connection) throws -> SearchResponse<Item>
        ) async throws -> SearchResponse<Item>
    ) async throws -> [SearchResponse<Item>] {
        // A look-up by id takes a few microseconds, so one request has no lists of plans.
        if requests.count == 1, let request = requests.first, !request.needsVector {
            let plan = try plan(request, for: decoder)
            try Task.checkCancellation()
            return [try await reading(request) { try self.response(to: plan, decoder, on: $0) }]
        }
        // Checks all requests before running the first.
        var plans = try requests.map { try plan($0, for: decoder) }
        for (index, request) in requests.enumerated() where request.needsVector {
            plans[index] = try plan(try await withVector(request), for: decoder)
        }
        var responses: [SearchResponse<Item>] = []
        responses.reserveCapacity(plans.count)
        for plan in plans {
            try Task.checkCancellation()
            responses.append(
                try await reading(plan.request) { try self.response(to: plan, decoder, on: $0) })
        }
        return responses
    }

    /// The page in HALO's format: `{"pagination": …, "items": […]}`, or just the array if all items were requested.
    public func searchData(_ request: SearchRequest) async throws -> Data {
        let plan = try await planWithVector(request)
        try Task.checkCancellation()
        return try await readers.withConnection { try self.data(for: plan, on: $0) }
    }

    public func validate(_ request: SearchRequest) throws { _ = try plan(request) }

    /// The SQL that the request runs, its bound values, and SQLite's plan for it. A selection without metadata does
    /// not read the metadata's columns.
    public func explain(_ request: SearchRequest) throws -> String {
        try Explanation(plan: try plan(request)).text()
    }

    func plan(_ request: SearchRequest) throws -> SearchPlan {
        try request.check(for: capabilities)
        let layout = try layout(request.module.name, action: "search \"\(request.module.name)\"")
        _ = try request.fieldPositions(in: layout)
        _ = try layout.includedModules(of: request, among: layouts)
        if request.needsVector { try checkEmbedding(of: layout, request) }
        return try SearchPlan(request, layout, analyzer: options.analyzer, among: layouts)
    }

    /// The plan of a request with the vector of its text, if it searches for a meaning.
    func planWithVector(_ request: SearchRequest) async throws -> SearchPlan {
        let plan = try plan(request)
        return request.needsVector ? try self.plan(try await withVector(request)) : plan
    }

    /// The plan of a search for items, with the statements of earlier searches of the same shape.
    func plan<Item: Sendable>(_ request: SearchRequest, for decoder: ItemDecoder<Item>) throws -> SearchPlan {
        var keyset: (Keyset, offset: Int)?
        if case .cursor(let cursor?, _) = request.page, request.text == nil {
            // A cursor that is not valid has no position. The plan below throws its error, or an earlier one.
            guard let place = try? CursorToken.place(cursor, request) else { return try plan(request) }
            keyset = place
        }
        guard let shape = SearchShape.shape(of: request, keyset?.0, decoder) else { return try plan(request) }
        if let prepared = plans[shape], let values = prepared.values(of: request) {
            return try SearchPlan(request, prepared, values: values, after: keyset)
        }
        let plan = try plan(request)
        let selection = try selection(plan, decoder)
        if let prepared = try PreparedSearch(plan, selection, of: decoder.module.fields) {
            plans[shape] = prepared
        }
        return plan
    }

    func response<Item: Sendable>(
        to plan: SearchPlan, _ decoder: ItemDecoder<Item>, on connection: Connection
    ) throws -> SearchResponse<Item> {
        let selection = try selection(plan, decoder)
        return try SearchRunner(plan: plan, connection: connection).response(
            selection, decoder,
            including: try includedItems(of: plan, decoder.module, selection.rowLayout, on: connection))
    }

    /// The items of the included relations, by the relation's column. Relations to one module share its items.
    private func includedItems(
        of plan: SearchPlan, _ module: ModuleDescriptor, _ rowLayout: RowLayout, on connection: Connection
    ) throws -> [Int: IncludedItems] {
        guard !plan.request.include.isEmpty else { return [:] }
        var modules: [String: IncludedItems] = [:]
        var columns: [Int: IncludedItems] = [:]
        for (relation, layout) in try plan.layout.includedModules(of: plan.request, among: layouts) {
            guard let field = module.fields.fields.firstIndex(where: { $0.name.isByteEqual(to: relation) }),
                let column = rowLayout.column(of: field)
            else { continue }
            let items =
                modules[layout.table]
                ?? IncludedItems(
                    IncludedModule(layout, connection) { [location] module in
                        try RowSelection(
                            module, fields: nil, layout, keepsUnknownValues: false,
                            location: location.description)
                    })
            modules[layout.table] = items
            columns[column] = items
        }
        return columns
    }

    func data(for plan: SearchPlan, on connection: Connection) throws -> Data {
        let page = PageJSON(runner: SearchRunner(plan: plan, connection: connection), layouts: layouts)
        return Data(
            try page.write(
                fields: try plan.request.fieldPositions(in: plan.layout),
                selected: try plan.request.selectedMembers()))
    }

    /// The columns that a decoder reads.
    private func selection<Item: Sendable>(
        _ plan: SearchPlan, _ decoder: ItemDecoder<Item>
    ) throws -> RowSelection {
        if let prepared = plan.prepared { return prepared.selection }
        return try RowSelection(
            decoder.module, fields: decoder.fields, plan.layout,
            keepsUnknownValues: plan.request.decoding.keepsUnknownValues,
            readsMetadata: decoder.readsMetadata, related: plan.relatedColumns,
            location: location.description)
    }
}

extension Store: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        let plan = try plan(request)
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            try AggregateRunner(plan: plan, connection: connection).response()
        }
    }

    public func validate(_ request: AggregateRequest) throws { _ = try plan(request) }

    /// The SQL that the request runs, its bound values, and SQLite's plan for it.
    public func explain(_ request: AggregateRequest) throws -> String {
        try Explanation(plan: try plan(request).plan).text(of: try plan(request))
    }

    func plan(_ request: AggregateRequest) throws -> AggregatePlan {
        try request.items.check(for: capabilities)
        let name = request.search.module.name
        let layout = try layout(name, action: "aggregate \"\(name)\"")
        return try AggregatePlan(request, layout, analyzer: options.analyzer, among: layouts)
    }
}

extension Store: LiveEngine, LiveProviding {
    package func watchCommits() async -> CommitWatch {
        let watch = commits.watch()
        otherWriters.startCounting()
        return watch
    }

    package func reading<Result: Sendable>(
        _ body: @Sendable (any AggregatingEngine) async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let snapshot = OpenTransaction(
            readers, QueueExecutor(label: "quire.store.live"), location: location.description)
        try await snapshot.begin("read for a live query", .deferred)
        let engine = TransactionEngine(self, snapshot)
        do {
            let result = try await OpenTransaction.$current.withValue(OpenTransaction.current + [snapshot]) {
                try await body(engine)
            }
            try await snapshot.finishReading()
            return result
        } catch {
            // If the tables have changed, that is the error.
            if snapshot.isOpen.value { try await snapshot.finishReading() }
            throw error
        }
    }

    package func storedModule(_ module: ModuleDescriptor) -> ModuleDescriptor {
        layouts.named(module.name)?.module ?? module
    }
}

extension Store: SpellingEngine {
    /// Finds words of a text that do not occur in the indexed fields, and similar words that do. The word list of the
    /// index is cached until the next write.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        guard hasFullText else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine, node: "the spelling of words",
                hint: "this SQLite library has no full text; use one that was built with FTS5")
        }
        let layout = try layout(
            request.module.name, action: "look up words in \"\(request.module.name)\"")
        var search = TextSearch(.all(request.text, matching: request.matching))
        search.fields = request.fields
        let plan = try TextPlan(search, layout, analyzer: options.analyzer)
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            // All statements must see the same state of the store.
            try connection.transaction(.deferred) {
                try request.misspellings(
                    by: TextWords(connection, plan.text, columns: plan.columns), options.analyzer)
            }
        }
    }
}

/// Search by meaning.
extension Store {
    /// The request with the vector of its text, if it searches for a meaning.
    func withVector(_ request: SearchRequest) async throws -> SearchRequest {
        try await embedding.prepare(request, options.analyzer)
    }

    /// Checks before any I/O that a search by meaning can be run.
    func checkEmbedding(of layout: ModuleLayout, _ request: SearchRequest) throws {
        let embedding = try layout.module.requiredEmbedding
        guard request.module.embedding == embedding else {
            throw StoreError(
                .schema, action: "search \"\(layout.module.name)\"", location: location.description,
                reason: "the store was opened with another embedding",
                advice: "Open the store with the schema that the query was generated from.")
        }
        try self.embedding.check(embedding, layout.module.name)
    }

    /// Returns a function that finds the nearest of some rows, without the other parts of a search. For benchmarks.
    package func nearestRows(
        in module: String, among rows: [Int64]
    ) async throws -> @Sendable (TextVector, Int) throws -> [Int64] {
        let layout = try layout(module, action: "find the nearest items of \"\(module)\"")
        let vectors = try await readers.withConnection { try ModuleVectors($0, layout)?.rows() }
        let among = RowSet(rows)
        return { vector, count in
            let neighbours = vectors?.nearest(count, to: vector, among: among, excluding: RowSet()) ?? []
            return neighbours.prefix(count).map(\.item)
        }
    }
}

extension SearchRequest {
    /// Whether the text still needs its vector.
    var needsVector: Bool { text?.mode == .meaning && text?.vector == nil && sort.isEmpty }
}
#endif
