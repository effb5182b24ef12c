import Foundation
import QuireCore
import QuireEngine
import QuireText

/// An engine that holds its items in memory, for an app's tests without a server or a file.
///
/// ```swift
/// let engine = InMemoryEngine()
/// await engine.add(Books.self, [Book(id: "1", values: .init(title: "Emma", age: 12))])
///
/// let client = ContentClient(engine: engine)
/// let page = try await client.fetch(Books.query().where(\.age >= 10))
/// #expect(page.map(\.title) == ["Emma"])
/// ```
/// It filters, sorts and pages by the same rules as every engine, and returns pages like a server: as JSON, decoded by
/// the app's decoders. Without a sort key, items are ordered by id.
///
/// Full-text search scans all items. It is exact, and fast enough for test data. The best match is the item whose
/// matching fields have the highest weights.
public actor InMemoryEngine: BatchableEngine {
    public nonisolated let capabilities: EngineCapabilities = {
        var capabilities = EngineCapabilities(
            name: "memory", operations: Set(FilterOperation.allCases), sortsByValue: true,
            supportsNullOrdering: true, supportsCursors: true, countsTotal: true, fullText: true,
            facets: true, includes: true, toleratesTypos: true)
        capabilities.searchesByMeaning = true
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
    }()

    /// The received requests, oldest first, including those that failed on purpose.
    public private(set) var requests: [SearchRequest] = []

    /// The received batches, oldest first, including those that failed on purpose.
    public private(set) var writes: [WriteBatch] = []

    private var collections: [String: InstanceCollection] = [:]
    /// The reason why an item was not added.
    private var refusal: (any Error)?
    private var failures: [any Error] = []
    private var lastingFailure: (any Error)?
    private var delay: Duration = .zero
    private let locales: [LocaleDescriptor]
    let analyzer: TextAnalyzer
    private let embedding: TextEmbedding
    /// The vectors of texts that were embedded for a model.
    private var vectors: [String: [String: TextVector]] = [:]
    /// Sends the changes to live queries.
    package nonisolated let commits = CommitHub()
    /// The changes since the last commit.
    private var changes = CommittedChanges()

    /// - Parameters:
    ///   - locales: The schema's locales (`ContentSchema.locales`), for requests with a locale.
    ///   - analyzer: Splits texts into words for full-text search.
    ///   - embedder: Computes vectors for search by meaning. A search first embeds the items that have no vector yet.
    public init(
        locales: [LocaleDescriptor] = [], analyzer: TextAnalyzer = TextAnalyzer(),
        embedder: (any Embedder)? = nil
    ) {
        self.locales = locales
        self.analyzer = analyzer
        embedding = TextEmbedding(embedder)
    }

    // MARK: - What it holds

    /// Adds items of a module. An item with an existing id replaces the old one.
    ///
    /// The rules of writes apply: an item with an invalid id, a date out of range or a number that is not finite is not
    /// added. To keep test setup simple, `add` does not throw. Instead, every search and write throws the item's
    /// `WriteError` from then on, until `removeAll()`.
    public func add<Module: ContentModule>(_ module: Module.Type, _ items: [Content<Module>]) {
        for item in items {
            do {
                var batch = WriteBatch()
                batch.createOrUpdate(item)
                try batch.check(for: capabilities.name)
                insert(item.instance, Module.descriptor)
            } catch {
                if refusal == nil { refusal = error }
            }
        }
        commit()
    }

    /// Adds items by their values, and gives each an id: `books-1`, `books-2`…
    ///
    /// ```swift
    /// let ids = await engine.add(Books.self, values: [.init(title: "Emma", age: 12)])
    /// ```
    /// The rules of writes apply, as for complete items.
    @discardableResult
    public func add<Module: ContentModule>(
        _ module: Module.Type, values: [Module.Values]
    ) -> [ContentID<Module>] {
        let name = Module.descriptor.name
        var number = collections[name]?.count ?? 0
        let items = values.map { values in
            repeat { number += 1 } while collections[name]?["\(name)-\(number)"] != nil
            return Content<Module>(id: ContentID("\(name)-\(number)"), values: values)
        }
        add(module, items)
        return items.map(\.id)
    }

    /// Adds instances in a server's format: `{"id": …, "values": {…}}`.
    ///
    /// They are stored unchanged, with any id and any values, for tests of lenient pages.
    public func add(_ instances: [JSONValue], to module: ModuleDescriptor) {
        for instance in instances { insert(instance, module) }
        commit()
    }

    /// Removes the item with an id.
    public func remove<Module: ContentModule>(_ id: ContentID<Module>) {
        remove(id.rawValue, of: Module.descriptor)
        commit()
    }

    /// Removes all items and recorded requests.
    public func removeAll() {
        collections = [:]
        refusal = nil
        requests = []
        writes = []
        commits.send(.unknown)
    }

    func instances(of module: ModuleDescriptor) -> [JSONValue] { collections[module.name]?.instances ?? [] }

    func instance(_ id: String, of module: ModuleDescriptor) -> JSONValue? { collections[module.name]?[id] }

    func remove(_ id: String, of module: ModuleDescriptor) {
        note(id, of: module, [instance(id, of: module)])
        collections[module.name]?[id] = nil
    }

    /// Removes a module's items. Returns their number.
    func removeAll(of module: ModuleDescriptor) -> Int {
        defer { collections[module.name] = nil }
        changes.add(.unknown, of: module.name)
        return collections[module.name]?.count ?? 0
    }

    func insert(_ instance: JSONValue, _ module: ModuleDescriptor) {
        let id = instance.instanceID
        let old = self.instance(id, of: module)
        collections[module.name, default: InstanceCollection()].insert(instance, of: module)
        note(id, of: module, [old, self.instance(id, of: module)])
    }

    private func note(_ id: String, of module: ModuleDescriptor, _ versions: [JSONValue?]) {
        let change = ItemChange(id: id, versions: versions.compactMap(\.self))
        changes.add(.items([change]), of: module.name)
    }

    /// Tells the live queries what has changed since the last commit.
    func commit() {
        commits.send(changes)
        changes = CommittedChanges()
    }

    /// An engine with the same items, which nobody changes.
    fileprivate func copy() -> InMemoryEngine {
        InMemoryEngine(copying: collections, locales: locales, analyzer: analyzer, embedding: embedding)
    }

    private init(
        copying collections: [String: InstanceCollection], locales: [LocaleDescriptor],
        analyzer: TextAnalyzer, embedding: TextEmbedding
    ) {
        self.collections = collections
        self.embedding = embedding
        self.locales = locales
        self.analyzer = analyzer
    }

    // MARK: - How it behaves

    /// Makes the next calls fail.
    ///
    /// ```swift
    /// await engine.failNext(with: URLError(.notConnectedToInternet))
    /// ```
    public func failNext(_ count: Int = 1, with error: any Error) {
        failures += Array(repeating: error, count: max(0, count))
    }

    /// Makes every call fail until `recover()`.
    public func failAll(with error: any Error) { lastingFailure = error }

    /// Ends all failures.
    public func recover() {
        failures = []
        lastingFailure = nil
    }

    /// Delays every response. Cancelling the caller ends the delay.
    public func delayResponses(by delay: Duration) { self.delay = delay }

    // MARK: - Meaning

    /// A search with the vector of its text, after all items of the module have been embedded.
    private func embedded(_ search: MemorySearch) async throws -> MemorySearch {
        guard let embedding = search.request.module.embedding else { return search }
        let request = try await self.embedding.prepare(search.request, analyzer)
        guard request.vector != nil else { return search }
        let module = request.module
        let vectorsByText = vectors[embedding.key] ?? [:]
        let instances = collections[module.name]?.instances ?? []
        let missing = Set(instances.compactMap(module.textToEmbed)).filter { vectorsByText[$0] == nil }
            .sorted()
        for start in stride(from: 0, to: missing.count, by: TextEmbedding.batch) {
            let texts = Array(missing[start..<min(start + TextEmbedding.batch, missing.count)])
            let computed = try await self.embedding.vectors(for: texts, embedding, module.name)
            for (text, vector) in zip(texts, computed) { vectors[embedding.key, default: [:]][text] = vector }
        }
        return MemorySearch(
            request: request, search: try InstanceSearch(request, analyzer: analyzer), shape: search.shape)
    }

    /// The vectors of a module's items, for a search by meaning.
    private func knownVectors(for request: SearchRequest) -> [TextVector?] {
        guard request.vector != nil, let embedding = request.module.embedding,
            let vectorsByText = vectors[embedding.key]
        else { return [] }
        let instances = collections[request.module.name]?.instances ?? []
        return instances.map { request.module.textToEmbed($0).flatMap { vectorsByText[$0] } }
    }

    // MARK: - ContentEngine

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let searches = try await received(requests)
        let requests = searches.map(\.request)
        return try zip(requests, searches).map { request, search in
            try self.response(request, search).response(reading: decoder, request.decoding)
        }
    }

    /// Runs requests over any modules in one call. An invalid request fails alone. Failures set with `fail` affect all
    /// requests.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        self.requests += requests
        var searches = requests.map { request in Result { try search(request) } }
        try await misbehave()
        for index in searches.indices {
            guard case .success(let search) = searches[index] else { continue }
            do { searches[index] = .success(try await embedded(search)) } catch {
                searches[index] = .failure(error)
            }
        }
        return searches.map { search in
            search.flatMap { search in Result { try self.response(search.request, search) } }
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let searches = try await received([request])
        guard let search = searches.first else { return Data() }
        return try self.response(search.request, search).page
    }

    public nonisolated func validate(_ request: SearchRequest) throws { _ = try search(request) }

    public nonisolated func explain(_ request: SearchRequest) throws -> String {
        _ = try search(request)
        return "memory: \(request.module.name)\(request.outline)"
    }

    /// Records the requests, waits, fails on purpose, and checks the requests.
    private func received(_ requests: [SearchRequest]) async throws -> [MemorySearch] {
        self.requests += requests
        var searches = try requests.map(search)
        try await misbehave()
        for index in searches.indices { searches[index] = try await embedded(searches[index]) }
        return searches
    }

    /// Records a request whose items are not returned, waits, fails on purpose, and checks the request.
    func received(_ request: SearchRequest) async throws -> InstanceSearch {
        var request = request
        // Only words count, so no vector is needed.
        if request.text?.mode == .meaning {
            _ = try search(request)
            request.text?.mode = .anyWord
        }
        let searches = try await received([request])
        let search = try searches.first?.search ?? InstanceSearch(request, analyzer: analyzer)
        return search.resolved { collections[$0.name]?.instances ?? [] }
    }

    private nonisolated func search(_ request: SearchRequest) throws -> MemorySearch {
        try request.check(for: capabilities)
        if request.text?.mode == .meaning, let embedding = request.module.embedding {
            try self.embedding.check(embedding, request.module.name)
        }
        return MemorySearch(
            request: request, search: try InstanceSearch(request, analyzer: analyzer),
            shape: try ResponseShape(request, locales: locales))
    }

    /// A completely checked request: the search, and the shape of its results.
    struct MemorySearch: Sendable {
        var request: SearchRequest
        var search: InstanceSearch
        var shape: ResponseShape
    }

    /// Records a batch, waits, and fails on purpose.
    func receive(_ batch: WriteBatch) async throws {
        writes.append(batch)
        try await misbehave()
    }

    private func misbehave() async throws {
        if let refusal { throw refusal }
        if delay > .zero { try await Task.sleep(for: delay) }
        if !failures.isEmpty { throw failures.removeFirst() }
        if let lastingFailure { throw lastingFailure }
    }

    /// The words of a module in the searched fields, kept until it changes.
    private func words(for search: InstanceSearch, _ module: String) -> TextCollection? {
        guard let fields = search.searchedFields?.map(\.name), let collection = collections[module] else {
            return nil
        }
        if let words = collection.words[fields] { return words }
        let words = search.collection(of: collection.instances)
        collections[module]?.words[fields] = words
        return words
    }

    private func response(_ request: SearchRequest, _ search: MemorySearch) throws -> EngineResponse {
        let resolved = search.search.resolved { collections[$0.name]?.instances ?? [] }
        let page = resolved.page(
            of: collections[request.module.name]?.instances ?? [],
            words(for: search.search, request.module.name), vectors: knownVectors(for: request))
        let instances = page.instances.map { instance in
            search.shape.applied(to: instance) { module, id in collections[module]?[id] }
        }
        return EngineResponse(
            page: ResponsePage.json(instances, page.pageInfo, isWhole: request.page == .all),
            pageInfo: page.pageInfo,
            nextCursor: page.nextCursor, text: page.text, facets: page.facets)
    }
}

extension InMemoryEngine: LiveEngine, LiveProviding {
    package func watchCommits() -> CommitWatch { commits.watch() }

    /// Reads from a copy. Failures and delays that were set happen once for all reads.
    package func reading<Result: Sendable>(
        _ body: @Sendable (any AggregatingEngine) async throws -> Result
    ) async throws -> Result {
        try await misbehave()
        let copy = copy()
        let result = try await body(copy)
        requests += await copy.requests
        return result
    }
}
