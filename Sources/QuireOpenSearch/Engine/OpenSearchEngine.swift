public import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP

/// An OpenSearch cluster, or one that speaks its API, as an engine: indices made from the schema, typed searches, facets,
/// full text, writes.
///
/// ```swift
/// let engine = OpenSearchEngine(
///     nodes: [url], credentials: .apiKey(key), settings: OpenSearchSettings(prefix: "shop-"))
/// try await engine.prepare(ContentSchema.self)
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST /shop-books/_search
/// // {"query":{"range":{"v_age_n":{"gte":18}}},"from":0,"size":11,"sort":[{"m_id_k":{"order":"asc"}}],
/// //  "_source":["stored"],"track_total_hits":true}
/// ```
/// Each module is an index behind an alias. A document holds the instance as JSON texts, so that nothing of it is lost,
/// and beside it the fields that searches use: keywords, numbers, and the words of the SDK's own analyzer, so that full
/// text finds the same as on every engine. A query that it cannot express exactly throws `UnsupportedError` before any
/// request is sent: `near`, parts of texts of more than 128 characters, more than 1,024 conditions, pages beyond the
/// first 10,000 items (cursors go further).
///
/// An index of another schema answers as far as it has the fields that a search names; a search that names others throws
/// `CollectionError` until `prepare` has made the new one.
///
/// Searches do not see a write before the index's next refresh; writes wait for it unless the settings say otherwise.
/// The order of texts is that of their first 8,000 bytes; behind that ids decide.
public struct OpenSearchEngine: ContentEngine {
    public let settings: OpenSearchSettings
    let connection: ClusterConnection
    private let seenIndices = SeenIndices()
    private let layouts = ModuleCache<IndexLayout>()

    /// - Parameters:
    ///   - nodes: The addresses of the cluster's nodes, or of what stands before them; one at least.
    ///   - credentials: The credentials of every request.
    ///   - settings: The prefix of names, timeouts, batch size and text analysis.
    ///   - transport: The network, or a test's script.
    public init(
        nodes: [URL], credentials: OpenSearchCredentials = .none,
        settings: OpenSearchSettings = OpenSearchSettings(),
        transport: any Transport = URLSessionTransport()
    ) {
        self.settings = settings
        connection = ClusterConnection(
            pool: NodePool(nodes, settings: settings.poolSettings, transport: transport),
            credentials: credentials)
    }

    public var capabilities: EngineCapabilities { Self.capabilities }

    /// How the nodes do, as far as the last calls told.
    public var nodes: [NodeStatus] { connection.pool.status }

    /// What happens to the nodes from now on: failures, pauses, returns.
    public func nodeEvents() -> AsyncStream<NodeEvent> { connection.pool.events() }

    static let capabilities = EngineCapabilities(
        name: ClusterConnection.engineName,
        operations: Set(FilterOperation.allCases).subtracting([.near, .notNear]),
        sortsByValue: true, supportsNullOrdering: true, supportsCursors: true, countsTotal: true,
        fullText: true, facets: true,
        includes: false, maximumPageSize: IndexLimits.window)

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // Compiles all requests before sending the first.
        let searches = try requests.map(compiled)
        let pages = try await runner.pages(of: searches)
        return try zip(requests, pages).map { request, page in
            try page.response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let pages = try await runner.pages(of: [try compiled(request)])
        return pages.first?.page ?? Data()
    }

    public func validate(_ request: SearchRequest) throws { _ = try compiled(request) }

    /// The call that would be sent, with its body. A search that tolerates typos looks words up first.
    public func explain(_ request: SearchRequest) throws -> String {
        let search = try compiled(request)
        if search.findsNothing { return "Nothing is sent: no item can meet the query." }
        let call = SearchRunner.call(search, search.body())
        return "\(call.method.rawValue) \(call.path)\n\n\(PrettyJSON.text(search.body().data))"
    }

    var runner: SearchRunner {
        SearchRunner(
            connection: connection, schemas: SchemaCheck(connection: connection, seen: seenIndices))
    }

    var administration: IndexAdministration {
        IndexAdministration(connection: connection, settings: settings)
    }

    /// Checks and compiles a request; sends nothing.
    func compiled(_ request: SearchRequest) throws -> CompiledSearch {
        try request.check(for: Self.capabilities)
        return try CompiledSearch(request, layout(of: request.module), settings)
    }

    /// - Throws: `UnsupportedError` where the prefix or the module's name make no name of an index.
    func layout(of module: ModuleDescriptor) throws(UnsupportedError) -> IndexLayout {
        try layouts.layout(of: module) { () throws(UnsupportedError) in try IndexLayout(module, settings) }
    }
}

extension OpenSearchEngine: CustomStringConvertible, CustomReflectable {
    /// The nodes' addresses, and no credentials.
    public var description: String {
        "OpenSearch at \(connection.pool.nodes.map(\.printable).joined(separator: ", "))"
    }

    public var customMirror: Mirror { Mirror(self, children: ["engine": description]) }
}
