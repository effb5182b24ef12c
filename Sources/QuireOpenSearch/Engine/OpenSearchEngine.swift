public import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText
import QuireToolbox

/// An engine for an OpenSearch cluster or a compatible server: indices created from the schema, typed searches, facets,
/// full-text search, writes.
///
/// ```swift
/// let engine = OpenSearchEngine(
///     nodes: [url], credentials: .apiKey(key), settings: OpenSearchSettings(prefix: "shop-"))
/// try await engine.prepare(ContentSchema.self)
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST /shop-books/_search
/// // {"query":{"range":{"q_age_n":{"gte":18}}},"from":0,"size":11,"sort":[{"q_m_id_k":{"order":"asc"}}],
/// //  "_source":{"excludes":["q_*_*",…]},"track_total_hits":true}
/// ```
/// In a prepared index, a document is the item as any other program would write it, and fields that begin with `q_`:
/// keywords, numbers, and the words of the SDK's own analyzer, so that filters and full-text search have the same results
/// as with every engine. An index that another program made is searched as it is, without `prepare`: exactly where the
/// server is exact, and with the server's own full-text search. A query that cannot be expressed exactly throws
/// `UnsupportedError` before any request is sent: conditions on one object of a list, except where the mapping is
/// `nested`; `near`; parts of texts of more than 128 characters; more than 1,024 conditions; pages beyond the first
/// 10,000 items (cursors go further).
///
/// An index for another schema can be searched if it has the fields that the search uses. Otherwise the search throws
/// `CollectionError` until `prepare` has created the new index.
///
/// Searches do not see a write before the index's next refresh. Writes wait for it unless the settings say otherwise.
/// Texts are sorted by their first 8,000 bytes; if these are equal, the id decides.
public struct OpenSearchEngine: ContentEngine {
    public let settings: OpenSearchSettings
    let connection: ClusterConnection
    let descriptions: IndexDescriptions
    /// What the server's version can do.
    let server = KnownServer(unknown: OpenSearchFeatures(nil))
    let vocabularies = VocabularyCache()
    private let layouts = BoundedCache<ModuleDescriptor, IndexLayout>(limit: 1_000)

    /// - Parameters:
    ///   - nodes: The addresses of the cluster's nodes or of a load balancer; at least one.
    ///   - credentials: The credentials of every request.
    ///   - settings: The prefix of names, timeouts, batch size and text analysis.
    ///   - transport: The network, or a test double.
    public init(
        nodes: [URL], credentials: OpenSearchCredentials = .none,
        settings: OpenSearchSettings = OpenSearchSettings(),
        transport: any Transport = NetworkTransport()
    ) {
        self.settings = settings
        connection = ClusterConnection(
            pool: NodePool(
                nodes, settings: settings.poolSettings, transport: transport,
                reasons: ServerReasons { OpenSearchError.reason(in: $0, hiding: credentials.secrets) }),
            credentials: credentials)
        descriptions = IndexDescriptions(
            IndexAdministration(connection: connection, settings: settings))
    }

    public var capabilities: EngineCapabilities { Self.capabilities }

    /// The status of the nodes, as known from the last calls.
    public var nodes: [NodeStatus] { connection.pool.status }

    /// Future events of the nodes: failures, pauses, recoveries.
    public func nodeEvents() -> AsyncStream<NodeEvent> { connection.pool.events() }

    static let capabilities = EngineCapabilities(
        name: ClusterConnection.engineName, operations: Set(FilterOperation.allCases), sortsByValue: true,
        supportsNullOrdering: true, supportsCursors: true, countsTotal: true, fullText: true, facets: true,
        includes: false, maximumPageSize: IndexLimits.window, toleratesTypos: true
    ).withMembers

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await describe(requests)
        // Checks all requests before sending the first.
        let results = try await TextRanking(self).checkedResponses(to: requests)
        return try zip(requests, results).map { request, result in
            try result.get().response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await describe([request])
        return try await TextRanking(self).responses(to: [request]).first?.get().page ?? Data()
    }

    public func validate(_ request: SearchRequest) throws {
        _ = try TextRanking(self).firstQueries(of: request)
    }

    /// The first HTTP request for a search, with its body. Ranked pages and corrections need further requests.
    public func explain(_ request: SearchRequest) throws -> String {
        let searches = try TextRanking(self).firstQueries(of: request).map(compiled).filter {
            !$0.findsNothing
        }
        guard let first = searches.first else { return "Nothing is sent: no item can meet the query." }
        guard searches.count > 1 else {
            let call = SearchRunner.call(first, first.body())
            return "\(call.method.rawValue) \(call.path)\n\n\(PrettyJSON.text(first.body().data))"
        }
        return "POST /_msearch\n\n"
            + searches.map { "{\"index\": \"\($0.alias)\"}\n\(PrettyJSON.text($0.body().data))" }
            .joined(separator: "\n")
    }

    var runner: SearchRunner { SearchRunner(connection: connection, descriptions: descriptions) }

    /// Reads what the server says of the indices of valid requests, before they are compiled for it.
    func describe(_ requests: [SearchRequest]) async throws {
        // Invalid parameters are refused without it.
        for request in requests where OpenSearchParameters.areAllowed(in: request) {
            let layout = try layout(of: request.module)
            if (request.meaning ?? settings.meaning) == .engine {
                // What the index cannot test exactly depends on whose it is.
                try await learnVersion()
                _ = try await descriptions.description(of: layout)
            }
            if descriptions.current(layout) != nil { continue }
            let queries = try TextRanking(self).firstQueries(of: request).map(compiled)
            if queries.allSatisfy(\.findsNothing) { continue }
            _ = try await descriptions.description(of: layout)
        }
    }

    /// What is known of an index without asking the server.
    func state(of layout: IndexLayout) -> IndexStatus { descriptions.state(of: layout) }

    var administration: IndexAdministration {
        IndexAdministration(connection: connection, settings: settings)
    }

    /// Checks and compiles a request without sending it.
    func compiled(_ request: SearchRequest) throws -> CompiledSearch { try compiled(ClusterQuery(request)) }

    package func compiled(_ query: ClusterQuery) throws -> CompiledSearch {
        try query.request.check(for: Self.capabilities)
        let layout = try layout(of: query.request.module)
        return try CompiledSearch(
            query.request, words: query.words?.text, layout, in: state(of: layout), settings: settings,
            features: server.features)
    }

    /// - Throws: `UnsupportedError` if the prefix and the module's name do not form a valid index name.
    func layout(of module: ModuleDescriptor) throws(UnsupportedError) -> IndexLayout {
        try layouts.value(for: module) { () throws(UnsupportedError) in try IndexLayout(module, settings) }
    }
}

extension OpenSearchEngine: CustomStringConvertible, CustomReflectable {
    /// The nodes' addresses, without credentials.
    public var description: String {
        "OpenSearch at \(connection.pool.nodes.map(\.printable).joined(separator: ", "))"
    }

    public var customMirror: Mirror { Mirror(self, children: ["engine": description]) }
}

extension OpenSearchEngine: BatchableEngine {
    /// Runs requests for any modules, up to a hundred searches per call of `/_msearch`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        try await TextRanking(self).responses(to: requests)
    }
}

extension OpenSearchEngine: SpellingEngine {
    /// Returns the words of a text that the searched fields do not have, in text order, each with the nearest known
    /// words.
    ///
    /// The words of the index are loaded as an aggregation, and kept for `OpenSearchSettings.vocabularyLifetime`.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await clusterMisspellings(in: request)
    }
}

extension OpenSearchEngine {
    /// Reads the version once, for the first request that follows the server's meaning.
    func learnVersion() async throws {
        try await server.learn {
            OpenSearchFeatures(
                try await connection.send(
                    .init(.get, "/", intent: .read, action: "read the server's version")))
        } isRefusal: {
            ($0 as? OpenSearchError)?.status.map { [401, 403, 404].contains($0) } ?? false
        }
    }
}

extension OpenSearchEngine {
    /// The mappings and the aliases of all indices, as the cluster describes them. `quire import` reads them.
    package func descriptions() async throws -> (mappings: JSONValue, aliases: JSONValue) {
        let mappings = try await connection.send(
            ClusterConnection.Call(
                .get, "/_mapping", intent: .read, action: "read the mappings of all indices"))
        let aliases = try await connection.send(
            ClusterConnection.Call(.get, "/_alias", intent: .read, action: "read the aliases of all indices"))
        return (mappings, aliases)
    }

    /// The sources of the first documents of an index, each with the document's id as `id`.
    package func documents(of index: String, atMost count: Int) async throws -> [JSONValue] {
        let response = try await connection.search(
            NodeCall.encoded(index),
            .of(["size": .count(min(count, IndexLimits.window)), "query": .of(["match_all": .empty])]),
            action: "read documents of \(index)")
        return (response["hits"]?["hits"]?.elements ?? []).compactMap { hit in
            guard let id = hit["_id"], let source = hit["_source"]?.members else { return nil }
            return .object([.init("id", id)] + source.filter { $0.name != "id" })
        }
    }
}

extension OpenSearchEngine: TextCluster {
    package var engineName: String { ClusterConnection.engineName }
    package var analyzer: TextAnalyzer { settings.analyzer }
    package var expressesAlternatives: Bool { true }

    package typealias Compiled = CompiledSearch

    package func ranks(_ request: SearchRequest) -> Bool {
        (try? layout(of: request.module)).map { state(of: $0).existing != nil } ?? false
    }

    package func results(of searches: [CompiledSearch]) async throws -> [Result<ClusterResult, any Error>] {
        try await runner.results(of: searches)
    }

    /// The words of all documents, read as a composite aggregation.
    package func vocabulary(of request: SearchRequest) async throws -> SortedWords {
        let search = try compiled(request)
        // The server's own analyzers split the texts of an index that Quire did not prepare.
        if search.state.existing != nil { return SortedWords() }
        let names = search.search.searchedFields.map { $0.name(of: .vocabulary) }
        let key = "\(search.alias) \(names.joined(separator: " "))"
        return try await vocabularies.words(of: key, for: settings.vocabularyLifetime) {
            var words: [String: Int] = [:]
            for name in names { try await addWords(of: name, in: search.alias, to: &words) }
            return SortedWords(words)
        }
    }

    private static let wordsAtOnce = 10_000

    private func addWords(of field: String, in alias: String, to words: inout [String: Int]) async throws {
        let action = "read the words of \(alias)"
        var after: JSONValue?
        while true {
            try Task.checkCancellation()
            let source = JSONValue.of(["word": .of(["terms": .of(["field": .string(field)])])])
            let body = JSONValue.of([
                "size": .integer(0), "track_total_hits": .boolean(false),
                "aggs": .of(["words": .composite([source], of: Self.wordsAtOnce, after: after)]),
            ])
            let response = try await connection.search(alias, body, action: action)
            guard let result = response["aggregations"]?["words"], let buckets = result["buckets"]?.elements
            else {
                throw OpenSearchError(
                    .unreadable, action, reason: "an aggregation is missing in the response")
            }
            for bucket in buckets {
                guard let word = bucket["key"]?["word"]?.string, let count = bucket["doc_count"]?.int,
                    !CombiningMarks.exceedLimit(in: word)
                else {
                    continue
                }
                words[word, default: 0] += count
            }
            guard buckets.count == Self.wordsAtOnce, let next = result["after_key"] else { return }
            after = next
        }
    }
}
