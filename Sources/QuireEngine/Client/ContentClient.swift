import Foundation
import QuireCore

/// Runs queries on an engine.
///
/// ```swift
/// let content = ContentClient(engine: engine)
/// let page = try await content.fetch(Books.query().where(\.age >= 18).sort(by: \.title).page(1, size: 20))
/// for book in page { print(book.title, book.updatedAt) }
/// ```
/// What the engine cannot do is refused before anything is sent: `UnsupportedError` names the engine, the part of the
/// query, and what to do instead.
public struct ContentClient: Sendable {
    public let engine: any ContentEngine
    /// The language of values, for queries that name none, for example `en-US`.
    public let locale: String?

    public init(engine: any ContentEngine, locale: String? = nil) {
        self.engine = engine
        self.locale = locale
    }

    /// Fetches a page of items, with the relations that the query includes.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` before any I/O; `ContentDecodingError` where a strict query meets an
    ///   item that does not fit the schema; `PagingError` where the server's page numbers contradict the request or each
    ///   other; the engine's errors.
    public func fetch<Module>(_ query: Query<Module>) async throws -> Page<Content<Module>> {
        let request = localized(query.request)
        return try await page(request, reading: .content(of: Module.self)) { items in
            try await self.fillIn(request, &items)
        }
    }

    /// Fetches a page of rows.
    public func fetch<Module, Row>(_ selection: Selection<Module, Row>) async throws -> Page<Row> {
        try await page(localized(selection.request), reading: selection.decoder) { _ in [] }
    }

    /// Fetches a page as the engine's bytes, in HALO's page form.
    public func fetchData<Module>(_ query: Query<Module>) async throws -> Data {
        let request = localized(query.request).askingEngine(engine.capabilities)
        switch try ClientSideSearch.way(of: request, on: engine) {
        case .engine(let request): return try await engine.searchData(request)
        case .scan(let search): return try await search.data()
        }
    }

    /// The first item in the query's order; `nil` where there is none.
    public func first<Module>(_ query: Query<Module>) async throws -> Content<Module>? {
        try await fetch(query.changed { $0.facets = [] }.page(1, size: 1).withoutTotal().strict()).first
    }

    /// How many items the query finds, whatever its page.
    ///
    /// A query whose fallback is needed is counted here, exactly, by looking at all that the engine finds of it; more
    /// than its `maxScanned` are a `ScanLimitError`.
    public func count<Module>(_ query: Query<Module>) async throws -> Int {
        try await count(query.request)
    }

    /// How many items a request finds, whatever its page.
    package func count(_ request: SearchRequest) async throws -> Int {
        var request = localized(request)
        request.page = .page(1, size: 1)
        request.fields = []
        request.include = []
        request.sort = []
        request.facets = []
        request.countsTotal = true
        let unsupported = UnsupportedError(
            engine: engine.capabilities.name, node: "count",
            hint: "it does not count; read ids(query), which pages")
        if case .scan(let search) = try ClientSideSearch.way(of: request, on: engine) {
            return try await search.count()
        }
        guard engine.capabilities.countsTotal else { throw unsupported }
        guard let total = try await answer(request, reading: .ids(of: request.module)).pageInfo.totalItems
        else { throw unsupported }
        return total
    }

    /// The ids of all items that the query finds, in its order, read page by page.
    public func ids<Module>(_ query: Query<Module>) async throws -> [ContentID<Module>] {
        var request = localized(query.request)
        request.fields = []
        request.include = []
        let pages = ContentPages(self, request.paging(on: engine), id: { $0 }) { client, request in
            try await client.answer(request, reading: .ids(of: Module.descriptor))
        }
        var ids: [ContentID<Module>] = []
        for try await page in pages { ids += page.items.map { ContentID($0) } }
        return ids
    }

    /// All items that the query finds, in its order, fetched page by page as they are asked for.
    ///
    /// ```swift
    /// for try await book in content.all(Books.query().sort(by: \.title)) { print(book.title) }
    /// ```
    /// The query's page says where to start and how many items to fetch at a time. The server's paging decides where the
    /// result ends: a server that caps pages, or sends short ones, loses no item. Where its numbers contradict each
    /// other, the loop throws a `PagingError`. Breaking out of the loop, or cancelling the task, fetches no more.
    ///
    /// No item comes twice, even where the content changes meanwhile. Where items are deleted meanwhile, the pages that
    /// they have moved are read again. On an engine without cursors, such as HALO, an item that is moved to a page that
    /// was read before, for example by an update of what the query sorts by, can be missed: sort by what does not
    /// change, such as `createdAt`.
    /// - Parameters:
    ///   - query: Which items, and how many to fetch at a time.
    ///   - onRejected: Takes the items that do not fit the schema. Without it the query is read strictly. It may run on
    ///     an actor of your own: `{ @MainActor in self.rejected.append($0) }`.
    public func all<Module>(
        _ query: Query<Module>, onRejected: (@Sendable (ContentDecodingError) async -> Void)? = nil
    ) -> ContentItems<Content<Module>> {
        let query = onRejected == nil ? query.strict() : query.lenient()
        let pages = ContentPages(self, localized(query.request).paging(on: engine), id: \.id) {
            client, request in
            var response = try await client.answer(request, reading: .content(of: Module.self))
            response.rejected += try await client.fillIn(request, &response.items)
            return response.map { IdentifiedItem(id: $0.id.rawValue, item: $0) }
        }
        return ContentItems(pages, onRejected: onRejected)
    }

    /// All rows of a selection, fetched page by page as they are asked for.
    public func all<Module, Row>(
        _ selection: Selection<Module, Row>,
        onRejected: (@Sendable (ContentDecodingError) async -> Void)? = nil
    ) -> ContentItems<Row> {
        var request = localized(selection.request).paging(on: engine)
        request.decoding.mode = onRejected == nil ? .strict : .lenient
        let pages = ContentPages(self, request, id: \.id) { client, request in
            try await client.answer(request, reading: selection.identifyingDecoder)
        }
        return ContentItems(pages, onRejected: onRejected)
    }
}

extension ContentClient {
    /// Checks and runs one request.
    package func answer<Item>(
        _ request: SearchRequest, reading decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        let request = request.askingEngine(engine.capabilities)
        let asked: SearchRequest
        switch try ClientSideSearch.way(of: request, on: engine) {
        case .engine(let request): asked = request
        case .scan(let search): return try request.placing(try await search.response(reading: decoder))
        }
        try Task.checkCancellation()
        guard let response = try await engine.search([asked], decoding: decoder).first else {
            throw EngineAnswerError(engine: engine.capabilities.name, asked: 1, answered: 0)
        }
        return try request.placing(response)
    }

    /// The request in the client's language, where it names none.
    func localized(_ request: SearchRequest) -> SearchRequest {
        guard let locale, request.locale == nil else { return request }
        var request = request
        request.locale = locale
        return request
    }

    private func page<Item>(
        _ request: SearchRequest, reading decoder: ItemDecoder<Item>, facets known: [FacetResult] = [],
        after received: ReceivedItems = ReceivedItems(),
        filling: @escaping @Sendable (inout [Item]) async throws -> [ContentDecodingError]
    ) async throws -> Page<Item> {
        var response = try await answer(request, reading: decoder)
        try request.checkCompleteness(of: response)
        let facets = known + response.facets
        let fetchNext = try request.fetchingNext(after: &response, received) { next, received in
            var next = next
            next.facets = []
            return try await self.page(
                next, reading: decoder, facets: facets, after: received, filling: filling)
        }
        response.rejected += try await filling(&response.items)
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: response.nextCursor, origin: response.origin,
            answeredLocally: response.answeredLocally, text: response.text, facets: facets,
            scanned: response.scanned, fetchNext: fetchNext)
    }
}

extension ItemDecoder where Item == String {
    /// Reads the ids of items, and nothing else of them.
    static func ids(of module: ModuleDescriptor) -> ItemDecoder<String> {
        ItemDecoder(module: module, fields: []) { (reader) throws(DecodingFailure) in
            try reader.read { (_) throws(DecodingFailure) in }.id
        }
    }
}
