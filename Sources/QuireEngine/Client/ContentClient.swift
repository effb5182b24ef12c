import Foundation
import QuireCore

/// Runs queries on an engine.
///
/// ```swift
/// let content = ContentClient(engine: engine)
/// let page = try await content.fetch(Books.query().where(\.age >= 18).sort(by: \.title).page(1, size: 20))
/// for book in page { print(book.title, book.updatedAt) }
/// ```
/// A query that the engine cannot express throws before anything is sent. The `UnsupportedError` names the engine, the
/// part of the query, and an alternative.
public struct ContentClient: Sendable {
    public let engine: any ContentEngine
    package let locale: String?
    package let recorder: QueryRecorder?

    /// - Parameters:
    ///   - engine: The engine that runs the queries.
    ///   - locale: The language of values for queries that do not set one, for example `en-US`.
    ///   - recorder: Records the queries, without their values, and searches that find little. `nil` records nothing.
    public init(engine: any ContentEngine, locale: String? = nil, recorder: QueryRecorder? = nil) {
        self.engine = engine
        self.locale = locale
        self.recorder = recorder
    }

    /// Fetches a page of items with the relations that the query includes.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` before any I/O; `ContentDecodingError` if an item of a strict
    ///   query does not fit the schema; `PagingError` if the server's page numbers contradict the request or each
    ///   other; the engine's errors.
    public func fetch<Module>(_ query: Query<Module>) async throws -> Page<Content<Module>> {
        let request = recorded(query.request)
        return try await page(request, reading: .content(of: Module.self)) { items in
            try await self.fillIn(request, &items)
        }
    }

    /// Fetches a page of rows.
    public func fetch<Module, Row>(_ selection: Selection<Module, Row>) async throws -> Page<Row> {
        try await page(recorded(selection.request), reading: selection.decoder) { _ in [] }
    }

    /// Fetches a page as the engine's bytes, in HALO's page format.
    public func fetchData<Module>(_ query: Query<Module>) async throws -> Data {
        let original = recorded(query.request)
        if let path = original.include.first(where: { $0.query != nil }) {
            throw UnsupportedError(
                engine: engine.capabilities.name,
                node: "fetchData with a query in include(\"\(path.fields.joined(separator: "."))\")",
                hint: "fetch the items, or include the whole relation")
        }
        let request = try await (withRelatedIDs(original) ?? original).askingEngine(engine.capabilities)
        return try await running(request) { plan in
            switch plan {
            case .engine(let request): try await engine.searchData(request)
            case .scan(let search): try await search.data()
            }
        }
    }

    /// Returns the first item in the query's order, or `nil` if there is none.
    public func first<Module>(_ query: Query<Module>) async throws -> Content<Module>? {
        let first = query.changed {
            $0.facets = []
            $0.decoding.mode = .strict
        }
        return try await fetch(first.page(1, size: 1).skipTotal()).first
    }

    /// Returns the number of items that match the query, ignoring its page.
    ///
    /// If the query needs its fallback, the client counts exactly, by scanning everything that the engine finds. More
    /// than
    /// `maxScanned` items throw a `ScanLimitError`.
    public func count<Module>(_ query: Query<Module>) async throws -> Int {
        try await count(query.request)
    }

    /// Returns the number of items that match a request, ignoring its page.
    package func count(_ request: SearchRequest) async throws -> Int {
        var request = recorded(request)
        request.page = .page(1, size: 1)
        request.limit = nil
        request.fields = []
        request.include = []
        request.relatedFields = []
        request.removeSort()
        // Only words count, so no vector is needed.
        if request.text?.mode == .meaning, engine.capabilities.searchesByMeaning {
            request.text?.mode = .anyWord
        }
        request.facets = []
        request.countsTotal = true
        request = try await withRelatedIDs(request) ?? request
        let unsupported = UnsupportedError(
            engine: engine.capabilities.name, node: "count",
            hint: "it does not count; read ids(query), which pages")
        return try await running(request) { plan in
            if case .scan(let search) = plan { return try await search.count() }
            guard engine.capabilities.countsTotal else { throw unsupported }
            let page = try await self.response(by: plan, to: request, reading: .ids(of: request.module))
            guard let total = page.pageInfo.totalItems else { throw unsupported }
            return total
        }
    }

    /// Returns the ids of all items that match the query, in its order, read page by page.
    public func ids<Module>(_ query: Query<Module>) async throws -> [ContentID<Module>] {
        var request = recorded(query.request)
        request.fields = []
        request.include = []
        let pages = ContentPages(self, request.paging(on: engine), id: { $0 }) { client, request in
            try await client.response(request, reading: .ids(of: Module.descriptor))
        }
        var ids: [ContentID<Module>] = []
        for try await page in pages { ids += page.items.map { ContentID($0) } }
        return ids
    }

    /// Returns a sequence of all items that match the query, in its order. Pages are fetched as they are needed.
    ///
    /// ```swift
    /// for try await book in content.all(Books.query().sort(by: \.title)) { print(book.title) }
    /// ```
    /// The query's page sets the start and the page size. The server's paging decides where the result ends, so a
    /// server that caps or shortens pages loses no items. If its numbers contradict each other, the loop throws a
    /// `PagingError`. Leaving the loop, or cancelling the task, stops fetching.
    ///
    /// No item occurs twice, even if the content changes meanwhile. If items are deleted meanwhile, the affected pages
    /// are read again. On an engine without cursors, such as HALO, an item can be missed if it moves to a page that was
    /// already read, for example because the sort key was updated. Sort by a value that does not change, such as
    /// `createdAt`.
    /// - Parameters:
    ///   - query: The query. Its page size is the number of items per fetch.
    ///   - onRejected: Receives the items that do not fit the schema. Without it, the query is strict. It may run on
    ///     your own actor: `{ @MainActor in self.rejected.append($0) }`.
    public func all<Module>(
        _ query: Query<Module>, onRejected: (@Sendable (ContentDecodingError) async -> Void)? = nil
    ) -> ContentItems<Content<Module>> {
        let query = query.changed { $0.decoding.mode = onRejected == nil ? .strict : .lenient }
        let pages = ContentPages(self, recorded(query.request).paging(on: engine), id: \.id) {
            client, request in
            var response = try await client.response(request, reading: .content(of: Module.self))
            response.rejected += try await client.fillIn(request, &response.items)
            return response.map { IdentifiedItem(id: $0.id.rawValue, item: $0) }
        }
        return ContentItems(pages, onRejected: onRejected)
    }

    /// Returns a sequence of all rows of a selection. Pages are fetched as they are needed.
    public func all<Module, Row>(
        _ selection: Selection<Module, Row>,
        onRejected: (@Sendable (ContentDecodingError) async -> Void)? = nil
    ) -> ContentItems<Row> {
        var request = recorded(selection.request).paging(on: engine)
        request.decoding.mode = onRejected == nil ? .strict : .lenient
        let pages = ContentPages(self, request, id: \.id) { client, request in
            try await client.response(request, reading: selection.identifyingDecoder)
        }
        return ContentItems(pages, onRejected: onRejected)
    }
}

extension ContentClient {
    /// Checks and runs one request.
    package func response<Item>(
        _ request: SearchRequest, reading decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        try request.checkIncludedQueries(on: engine)
        return try await resolvedResponse(withRelatedIDs(request) ?? request, reading: decoder)
    }

    /// Runs a request whose included queries are checked, and which has ids for what the engine cannot look up.
    private func resolvedResponse<Item>(
        _ request: SearchRequest, reading decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        if !request.relatedFields.isEmpty, !engine.capabilities.selectsAcrossRelations {
            return try await RelatedFieldSearch(request).response(reading: decoder, with: self)
        }
        let request = request.askingEngine(engine.capabilities)
        var response = try await running(request) { plan in
            try await self.response(by: plan, to: request, reading: decoder)
        }
        try await completeFacets(of: request, in: &response)
        return response
    }

    /// Runs a request as planned.
    private func response<Item>(
        by plan: ClientSideSearch.ExecutionPlan, to request: SearchRequest, reading decoder: ItemDecoder<Item>
    ) async throws -> SearchResponse<Item> {
        switch plan {
        case .scan(let search): return try request.placing(try await search.response(reading: decoder))
        case .engine(let engineRequest):
            try Task.checkCancellation()
            guard let response = try await engine.search([engineRequest], decoding: decoder).first else {
                throw ResponseCountError(engine: engine.capabilities.name, requested: 1, returned: 0)
            }
            return try request.placing(response)
        }
    }

    /// Plans and runs a request.
    ///
    /// While it runs, an engine may read how the server holds a module, and then refuse what it took for possible. A
    /// request with a fallback is planned again then.
    private func running<Result>(
        _ request: SearchRequest, _ run: (ClientSideSearch.ExecutionPlan) async throws -> Result
    ) async throws -> Result {
        let plan = try ClientSideSearch.plan(for: request, on: engine)
        do {
            return try await run(plan)
        } catch let error as UnsupportedError {
            guard request.fallback != nil, case .engine = plan,
                case let next = try ClientSideSearch.plan(for: request, on: engine), case .scan = next
            else { throw error }
            return try await run(next)
        }
    }

    /// The request of a user's query, in the client's language. It is recorded.
    func recorded(_ request: SearchRequest) -> SearchRequest {
        if let recorder { record(request, in: recorder) }
        return localized(request)
    }

    /// Records a request, and the queries of its included relations.
    private func record(_ request: SearchRequest, in recorder: QueryRecorder) {
        recorder.record(request)
        for path in request.include { if let query = path.query { record(query, in: recorder) } }
    }

    /// The request in the client's language, if it does not set one.
    func localized(_ request: SearchRequest) -> SearchRequest {
        guard let locale, request.locale == nil else { return request }
        var request = request
        request.locale = locale
        return request
    }

    private func page<Item>(
        _ request: SearchRequest, reading decoder: ItemDecoder<Item>, facets knownFacets: [FacetResult] = [],
        after received: ReceivedItems = ReceivedItems(),
        filling: @escaping @Sendable (inout [Item]) async throws -> [ContentDecodingError]
    ) async throws -> Page<Item> {
        try request.checkIncludedQueries(on: engine)
        // The next pages have the ids of the first.
        let request = try await withRelatedIDs(request) ?? request
        var response = try await resolvedResponse(request, reading: decoder)
        try request.checkCompleteness(of: response)
        recorder?.record(response, to: request)
        let facets = knownFacets + response.facets
        let left = request.limit.map { max(0, $0 - response.items.count) }
        var fetchNext = try request.fetchingNext(after: &response, received) { [left] next, received in
            var next = next
            next.facets = []
            next.limit = left
            return try await self.page(
                next, reading: decoder, facets: facets, after: received, filling: filling)
        }
        if response.cut(to: request.limit) == 0 { fetchNext = nil }
        response.rejected += try await filling(&response.items)
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: response.nextCursor, origin: response.origin,
            isLocal: response.isLocal, text: response.text, facets: facets,
            scanned: response.scanned, serverResponses: response.serverResponses, fetchNext: fetchNext)
    }
}

extension ContentClient {
    /// Runs several requests over one module in order, together if the engine supports it. Each gets its own response.
    ///
    /// Related items are fetched for the requests that include some.
    package func responses<Module>(
        to requests: [SearchRequest], of module: Module.Type
    ) async throws -> [SearchResponse<Content<Module>>] {
        for request in requests { try request.checkIncludedQueries(on: engine) }
        var engineRequests: [SearchRequest] = []
        for request in requests {
            let request = recorded(request)
            engineRequests.append(
                try await (withRelatedIDs(request) ?? request).askingEngine(engine.capabilities))
        }
        let plans = try engineRequests.map { try ClientSideSearch.plan(for: $0, on: engine) }
        var sent: [SearchRequest] = []
        for case .engine(let request) in plans { sent.append(request) }
        try Task.checkCancellation()
        let decoder = ItemDecoder.content(of: Module.self)
        let returned = sent.isEmpty ? [] : try await engine.search(sent, decoding: decoder)
        guard returned.count == sent.count else {
            throw ResponseCountError(
                engine: engine.capabilities.name, requested: sent.count, returned: returned.count)
        }
        var next = returned.makeIterator()
        var responses: [SearchResponse<Content<Module>>] = []
        for (request, plan) in zip(requests.map(localized), plans) {
            var response: SearchResponse<Content<Module>>
            if case .scan(let scan) = plan {
                response = try await scan.response(reading: decoder)
            } else if let result = next.next() {
                response = result
            } else {
                continue
            }
            response = try request.placing(response)
            try request.checkCompleteness(of: response)
            recorder?.record(response, to: request)
            response.rejected += try await fillIn(request, &response.items)
            responses.append(response)
        }
        return responses
    }
}
