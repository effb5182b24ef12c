import Foundation
import QuireCore
import QuireEngine
import QuireText

/// An engine that holds its items in memory: for an app's tests, with no server and no file.
///
/// ```swift
/// let engine = InMemoryEngine()
/// await engine.add(Books.self, [Book(id: "1", values: .init(title: "Emma", age: 12))])
///
/// let client = ContentClient(engine: engine)
/// let page = try await client.fetch(Books.query().where(\.age >= 10))
/// #expect(page.map(\.title) == ["Emma"])
/// ```
/// It filters, sorts and pages by the same rules as every engine, and hands out a page as a server would: as JSON,
/// read by the decoders that the app uses. Without a sort key items come in the order of their ids.
///
/// Full text looks through all items: exact, for as many as a test has. The best match is the item whose fields with
/// the words weigh most.
public actor InMemoryEngine: BatchableEngine {
    public nonisolated let capabilities = EngineCapabilities(
        name: "memory", operations: Set(FilterOperation.allCases), sortsByValue: true,
        supportsNullOrdering: true,
        supportsCursors: true,
        countsTotal: true, fullText: true, facets: true, includes: true)

    /// What the engine was asked, oldest first; the requests that it was told to fail are among them.
    public private(set) var requests: [SearchRequest] = []

    /// What the engine was told to write, oldest first; those that it was told to fail are among them.
    public private(set) var writes: [WriteBatch] = []

    private var collections: [String: InstanceCollection] = [:]
    /// Why an item was not added.
    private var refusal: (any Error)?
    private var failures: [any Error] = []
    private var lastingFailure: (any Error)?
    private var delay: Duration = .zero
    private let locales: [LocaleDescriptor]
    let analyzer: TextAnalyzer

    /// - Parameters:
    ///   - locales: The schema's locales (`ContentSchema.locales`), for requests that name one.
    ///   - analyzer: How full text cuts texts into words.
    public init(locales: [LocaleDescriptor] = [], analyzer: TextAnalyzer = TextAnalyzer()) {
        self.locales = locales
        self.analyzer = analyzer
    }

    // MARK: - What it holds

    /// Adds items of a module; an item of an id that is there replaces it.
    ///
    /// The rules of writes hold: an item with an id that no path can hold, a date out of range or a number that is not
    /// finite is not added. So that preparing a test stays a plain call, `add` does not throw itself: every search and
    /// write throws the item's `WriteFailure` from then on, until `removeAll()`.
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
    }

    /// Adds items by their values alone, and gives each an id: `books-1`, `books-2`…
    ///
    /// ```swift
    /// let ids = await engine.add(Books.self, values: [.init(title: "Emma", age: 12)])
    /// ```
    /// The rules of writes hold, as for whole items.
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

    /// Adds instances as a server holds them: `{"id": …, "values": {…}}`.
    ///
    /// They are taken as they come, with any id and any values: what a test of lenient pages needs.
    public func add(_ instances: [JSONValue], to module: ModuleDescriptor) {
        for instance in instances { insert(instance, module) }
    }

    /// Removes the item of that id.
    public func remove<Module: ContentModule>(_ id: ContentID<Module>) {
        collections[Module.descriptor.name]?[id.rawValue] = nil
    }

    /// Removes everything, and forgets the requests.
    public func removeAll() {
        collections = [:]
        refusal = nil
        requests = []
        writes = []
    }

    func instances(of module: ModuleDescriptor) -> [JSONValue] { collections[module.name]?.instances ?? [] }

    func instance(_ id: String, of module: ModuleDescriptor) -> JSONValue? { collections[module.name]?[id] }

    func remove(_ id: String, of module: ModuleDescriptor) { collections[module.name]?[id] = nil }

    /// Removes a module's items; how many there were.
    func removeAll(of module: ModuleDescriptor) -> Int {
        defer { collections[module.name] = nil }
        return collections[module.name]?.count ?? 0
    }

    func insert(_ instance: JSONValue, _ module: ModuleDescriptor) {
        collections[module.name, default: InstanceCollection()].insert(instance, of: module)
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

    /// Makes every answer take so long. Cancelling the caller ends the wait.
    public func delayAnswers(by delay: Duration) { self.delay = delay }

    // MARK: - ContentEngine

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let searches = try await received(requests)
        return try zip(requests, searches).map { request, search in
            try answer(request, search).response(reading: decoder, request.decoding)
        }
    }

    /// Runs requests over any modules in one call. One that cannot be answered fails alone; failures that the engine was
    /// told to have hit all.
    public func answers(to requests: [SearchRequest]) async throws -> [Result<EngineAnswer, any Error>] {
        self.requests += requests
        let searches = requests.map { request in Result { try search(request) } }
        try await misbehave()
        return zip(requests, searches).map { request, search in
            search.flatMap { search in Result { try answer(request, search) } }
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let searches = try await received([request])
        guard let search = searches.first else { return Data() }
        return try answer(request, search).page
    }

    public nonisolated func validate(_ request: SearchRequest) throws { _ = try search(request) }

    public nonisolated func explain(_ request: SearchRequest) throws -> String {
        _ = try search(request)
        return "memory: \(request.module.name)\(request.outline)"
    }

    /// Notes the requests, waits, fails where it was told to, and checks what is asked.
    private func received(_ requests: [SearchRequest]) async throws -> [MemorySearch] {
        self.requests += requests
        let searches = try requests.map(search)
        try await misbehave()
        return searches
    }

    private nonisolated func search(_ request: SearchRequest) throws -> MemorySearch {
        try request.check(for: capabilities)
        return MemorySearch(
            search: try InstanceSearch(request, analyzer: analyzer),
            shape: try AnswerShape(request, locales: locales))
    }

    /// A request, checked whole: what to find, and what of it to show.
    private struct MemorySearch: Sendable {
        var search: InstanceSearch
        var shape: AnswerShape
    }

    /// Notes a batch, waits, and fails where it was told to.
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

    private func answer(_ request: SearchRequest, _ search: MemorySearch) throws -> EngineAnswer {
        let page = search.search.page(of: collections[request.module.name]?.instances ?? [])
        let instances = page.instances.map { instance in
            search.shape.applied(to: instance) { module, id in collections[module]?[id] }
        }
        return EngineAnswer(
            page: AnsweredPage.json(instances, page.pageInfo, isWhole: request.page == .all),
            pageInfo: page.pageInfo,
            nextCursor: page.nextCursor, text: page.text, facets: page.facets)
    }
}
