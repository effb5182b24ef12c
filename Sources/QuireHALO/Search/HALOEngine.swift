import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// Runs typed searches against HALO's content API over HTTP.
///
/// ```swift
/// let engine = HALOEngine(baseURL: url, authorization: BearerToken("9Fsnv…"))
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST …/api/generalcontent/instance/search
/// // {"moduleName":"books","searchValues":{"operation":">=","property":"age","value":18,"type":"number"},"segmentMode":"partial"}
/// ```
///
/// A query that HALO cannot express throws `UnsupportedError` before anything is sent. HALO adds no unique key to an
/// order, so pages of a query that sorts by equal values may overlap.
public struct HALOEngine: ContentEngine {
    /// The settings of an engine.
    public struct Settings: Sendable, Hashable {
        /// How a batch names the modules to empty. HALO's two SDKs differ.
        public enum TruncateKey: String, Sendable, Hashable {
            /// The key of the iOS SDK.
            case truncated
            /// The key of the Android SDK.
            case truncate
        }

        /// The time limit for one call, including all attempts and waits.
        public var timeout: Duration
        public var retries: RetryPolicy
        /// The largest response, in bytes. `nil` uses the transport's limit.
        public var maximumResponseBytes: Int?
        /// Whether to write `skip` as a Boolean, as on Android, instead of the text `"true"`, as on iOS.
        public var writesSkipAsBoolean: Bool
        /// Allows the server to search long values and lists (`searchSettings.enableSlowSearch`).
        public var enablesSlowSearch: Bool
        /// Allows the server to sort by any value (`sortSettings.enableSlowSort`).
        public var enablesSlowSort: Bool
        /// The language whose sort order applies to texts, for example `en-EN` (`sortSettings.sortLocale`).
        public var sortLocale: String?
        /// The default language of values, for example `en-US`.
        public var locale: String?
        /// How a batch names the modules to truncate.
        public var truncateKey: TruncateKey
        /// Whether to identify modules by the ids in the schema, so that searches and syncs keep working if a module
        /// is renamed on the server. Turn it off for a server with other module ids, for example staging, to send
        /// names.
        public var sendsModuleIDs: Bool

        public init(
            timeout: Duration = .seconds(30), retries: RetryPolicy = RetryPolicy(),
            maximumResponseBytes: Int? = nil,
            writesSkipAsBoolean: Bool = false, enablesSlowSearch: Bool = false, enablesSlowSort: Bool = false,
            sortLocale: String? = nil, locale: String? = nil, truncateKey: TruncateKey = .truncated,
            sendsModuleIDs: Bool = true
        ) {
            self.timeout = timeout
            self.retries = retries
            self.maximumResponseBytes = maximumResponseBytes
            self.writesSkipAsBoolean = writesSkipAsBoolean
            self.enablesSlowSearch = enablesSlowSearch
            self.enablesSlowSort = enablesSlowSort
            self.sortLocale = sortLocale
            self.locale = locale
            self.truncateKey = truncateKey
            self.sendsModuleIDs = sendsModuleIDs
        }
    }

    let settings: Settings
    var connection: HALOConnection
    var deviceTags: (@Sendable () async throws -> [Tag])?

    /// - Parameters:
    ///   - baseURL: The URL before `/api`, for example `https://halo-db.com`.
    ///   - authorization: Provides the token for requests to that server. `nil` sends none.
    ///   - settings: Timeouts, retries, limits, and the options of HALO's search.
    ///   - transport: The network, or a test script. Retries and authorization are added to it.
    ///   - deviceTags: Provides the device's tags for searches that use them (`Query.halo(segmentWithDevice:)`).
    public init(
        baseURL: URL, authorization: (any AuthorizationProvider)? = nil, settings: Settings = Settings(),
        transport: any Transport = NetworkTransport(),
        deviceTags: (@Sendable () async throws -> [Tag])? = nil
    ) {
        self.settings = settings
        self.deviceTags = deviceTags
        let limits = CallLimits(
            timeout: settings.timeout, retries: settings.retries,
            maximumResponseBytes: settings.maximumResponseBytes)
        connection = HALOConnection(
            baseURL: baseURL, authorization: authorization, limits: limits, transport: transport)
    }

    public var capabilities: EngineCapabilities { Self.capabilities }

    static let capabilities = EngineCapabilities(
        name: "HALO",
        operations: [
            .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual, .in, .notIn, .like,
            // Sent as groups of the operations above, for fields with a single value.
            .between, .notBetween, .notGreater, .notGreaterOrEqual, .notLess, .notLessOrEqual,
        ],
        sortsByValue: true, supportsNullOrdering: false, supportsCursors: false, countsTotal: true,
        fullText: false,
        facets: false,
        includes: true, sortsByLanguage: true, supportsDeviceSegments: true)

    /// The metadata that `metaSearch` and `sort` support. The server stores more than it searches.
    static let metadata = [
        "name", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt", "createdBy",
        "updatedBy", "deletedBy",
    ]

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // Check all requests before the first is sent.
        let searches = try requests.map(compiled)
        let deadline = Deadline.after(settings.timeout)
        if let only = searches.first, searches.count == 1 {
            return [try await page(of: only, decoder, deadline)]
        }
        return try await withThrowingTaskGroup(of: (Int, SearchResponse<Item>).self) { group in
            for (index, search) in searches.enumerated() {
                group.addTask { (index, try await page(of: search, decoder, deadline)) }
            }
            var pages: [SearchResponse<Item>?] = Array(repeating: nil, count: searches.count)
            for try await (index, page) in group { pages[index] = page }
            return pages.compactMap { $0 }
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await data(of: compiled(request))
    }

    public func validate(_ request: SearchRequest) throws { _ = try compiled(request) }

    /// Describes the request, without the device's tags, which are added when it is sent.
    public func explain(_ request: SearchRequest) throws -> String {
        text(of: try HALOSearch(request, settings))
    }

    // MARK: - One search

    /// The request in HALO's terms, checked for all that this engine can tell before it sends anything.
    func compiled(_ request: SearchRequest) throws -> HALOSearch {
        let search = try HALOSearch(request, settings)
        if search.wantsDeviceTags, !search.findsNothing, deviceTags == nil { throw Self.unknownDevice }
        return search
    }

    private static let unknownDevice = UnsupportedError(
        engine: "HALO", node: "halo(segmentWithDevice: true)",
        hint: "this engine knows no device; give it deviceTags, or name the tags with .tags([…])")

    func page<Item: Sendable>(
        of search: HALOSearch, _ decoder: ItemDecoder<Item>, _ deadline: Deadline
    ) async throws -> SearchResponse<Item> {
        if search.findsNothing { return SearchResponse(items: [], pageInfo: search.emptyPage) }
        let search = try await withDeviceTags(search)
        let call = call(search)
        let response = try await connection.send(call, deadline: deadline)
        do {
            return try decoder.decodePage(response.body, options: search.decoding)
        } catch {
            // Some proxies send errors with status 200.
            if let error = HALOError(response, to: connection.request(for: call)), error.message != nil {
                throw error
            }
            throw error
        }
    }

    func data(of search: HALOSearch) async throws -> Data {
        if search.findsNothing { return search.emptyPageData }
        let call = call(try await withDeviceTags(search))
        let response = try await connection.send(call)
        if response.body.isErrorObject, let error = HALOError(response, to: connection.request(for: call)) {
            throw error
        }
        return response.body
    }

    func text(of search: HALOSearch) -> String {
        if search.findsNothing { return "Nothing is sent: no item can meet the query." }
        let request = connection.request(for: call(search))
        var headers = request.headers
        if connection.isAuthorized { headers["Authorization"] = "…" }
        return """
            \(request.method.rawValue) \(request.url.printable)
            \(headers)

            \(PrettyJSON.text(request.body ?? Data()))
            """
    }

    /// The query itself does not change. When it is sent again, the device's tags are fetched again.
    func withDeviceTags(_ search: HALOSearch) async throws -> HALOSearch {
        guard search.wantsDeviceTags else { return search }
        guard let deviceTags else { throw Self.unknownDevice }
        return search.adding(deviceTags: try await deviceTags())
    }

    private func call(_ search: HALOSearch) -> HALOCall {
        var call = HALOCall(
            .post, "generalcontent/instance/search", body: search.body(settings))
        call.serverCache = search.serverCache
        // A search changes nothing, although it is a POST.
        call.isRepeatable = true
        return call
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension Data {
    /// Whether the bytes start like HALO's error format, which some proxies send with status 200.
    fileprivate var isErrorObject: Bool {
        let start = prefix(64).filter { $0 > 0x20 && !byteOrderMark.contains($0) }
        return start.starts(with: Data(#"{"error":{"#.utf8))
    }
}

extension HALOEngine {
    /// Runs an untyped search over any modules.
    ///
    /// ```swift
    /// let page = try await halo.search(HALOQuery(moduleNames: ["books", "authors"]))
    /// // POST …/generalcontent/instance/search  {"moduleNames":["books","authors"],"segmentMode":"partial"}
    /// let more = try await page.next()
    /// ```
    /// - Throws: `UnsupportedError` and `QueryError` before anything is sent; `HALOError`, `TransportError`,
    ///   `ContentDecodingError`, `PagingError`.
    public func search(_ query: HALOQuery) async throws -> Page<AnyContent> {
        try await search(query, after: ReceivedItems())
    }

    private func search(
        _ query: HALOQuery, after received: ReceivedItems
    ) async throws -> Page<AnyContent> {
        let request = SearchRequest(pagedBy: query.page)
        var response = try request.placing(
            try await page(
                of: try HALOSearch(query), AnyContent.decoder, .after(settings.timeout)))
        try request.checkCompleteness(of: response)
        let fetchNext = try request.fetchingNext(after: &response, received) { request, received in
            var next = query
            next.page = request.page
            return try await self.search(next, after: received)
        }
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: nil, fetchNext: fetchNext)
    }

    /// Runs an untyped search and returns the server's bytes.
    public func searchData(_ query: HALOQuery) async throws -> Data {
        try await data(of: try HALOSearch(query))
    }

    /// Describes the request for a search in readable form, without the device's tags.
    public func explain(_ query: HALOQuery) throws -> String { text(of: try HALOSearch(query)) }
}

extension SearchRequest {
    init(pagedBy page: PageRequest) {
        self.init(module: .anyModule)
        self.page = page
    }
}
