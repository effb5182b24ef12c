public import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireToolbox

/// Runs queries on a Typesense cluster (0.24.1; https://typesense.org/docs/0.24.1/api).
///
/// ```swift
/// let engine = TypesenseEngine(nodes: [url1, url2, url3], apiKey: key, settings: .init(prefix: "shop_"))
/// try await engine.prepare(ContentSchema.self)   // not for a collection that another program fills
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST /multi_search
/// // {"searches":[{"collection":"shop_books","q":"*","filter_by":"q_o_age:>=18",…}]}
/// ```
/// Documents are natural JSON, which any program can read. In a prepared collection, filters have the same results as with
/// every engine: beside the values, the collection indexes keys and ordered integers derived from them, under names that
/// begin with `q_`, so the server does not interpret texts or numbers itself. A collection that another program fills works
/// too, without `prepare`, as far as the server is exact. A query that cannot be expressed throws `UnsupportedError` before any request is sent: parts of texts (`like`, `contains`), ordering
/// comparisons with long texts, circles, more than two sort keys, filters of more than 99 parts.
///
/// Without a sort key, items are sorted by id, as are items with equal sort keys. Ids of 24 hexadecimal digits are
/// compared completely, others by their first sixteen to twenty-three characters (about ten after two sort keys); if
/// these are equal, the server determines the order. Texts are sorted by at least their first 600 characters.
public struct TypesenseEngine: ContentEngine {
    let connection: TypesenseConnection
    let settings: TypesenseSettings
    private let layouts = BoundedCache<ModuleDescriptor, CollectionLayout>(limit: 1_000)
    let turns = WriteTurns()
    let names = Locked<[String: String]>([:])
    /// What is known about collections that other programs made.
    let existing = ExistingLayouts()
    /// What the server's version can do.
    let server = KnownServer(unknown: TypesenseFeatures(nil))
    let vocabularies = VocabularyCache()

    /// - Parameters:
    ///   - nodes: The addresses of the cluster's nodes, for example `http://search-1:8108`.
    ///   - apiKey: The API key. It is sent only in the header `X-TYPESENSE-API-KEY` and never printed.
    ///   - settings: The prefix of names, timeouts, batch size and text analysis.
    ///   - transport: The network, or a test double.
    public init(
        nodes: [URL], apiKey: String, settings: TypesenseSettings = TypesenseSettings(),
        transport: any Transport = NetworkTransport()
    ) {
        self.settings = settings
        connection = TypesenseConnection(
            nodes: nodes, apiKey: apiKey, settings: settings.nodes, transport: transport)
    }

    public var capabilities: EngineCapabilities { Self.capabilities }

    static let capabilities = EngineCapabilities(
        name: TypesenseConnection.engineName, operations: Set(FilterOperation.allCases), sortsByValue: true,
        supportsNullOrdering: true, supportsCursors: true, countsTotal: true, fullText: true, facets: true,
        includes: false, toleratesTypos: true
    ).withMembers

    // MARK: - ContentEngine

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await learn(requests)
        // Checks all requests before sending the first.
        let results = try await discovering(requests) { try await TextRanking(self).checkedResponses(to: $0) }
        return try zip(requests, results).map { request, result in
            try result.get().response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        var request = request
        request.decoding.keepsUnknownValues = true
        try await learn([request])
        return try await responses(to: [request]).first?.get().page ?? Data()
    }

    public func validate(_ request: SearchRequest) throws {
        _ = try TextRanking(self).firstQueries(of: request)
    }

    /// The first HTTP request for a search. Ranked pages, corrections, and the texts of long facet values need further
    /// requests.
    public func explain(_ request: SearchRequest) throws -> String {
        var entries: [(entry: SearchEntry, plan: CompiledSearch)] = []
        for query in try TextRanking(self).firstQueries(of: request) {
            let plan = try plan(query)
            var run = SearchRun(plan)
            if !run.isFinished { entries += run.entries().map { ($0, plan) } }
        }
        guard !entries.isEmpty else { return Self.nothingIsSent }
        return Self.printed(SearchEntry.body(entries))
    }

    static let nothingIsSent = "Nothing is sent: no item can meet the query."

    static func printed(_ body: JSONValue) -> String {
        """
        POST /multi_search
        X-TYPESENSE-API-KEY: …

        \(PrettyJSON.text(body.data))
        """
    }

    // MARK: - Running

    func layout(of module: ModuleDescriptor) -> CollectionLayout {
        layouts.value(for: module) { CollectionLayout(module, settings) }
    }

    func plan(_ request: SearchRequest) throws -> CompiledSearch { try plan(ClusterQuery(request)) }

    func plan(_ query: ClusterQuery) throws -> CompiledSearch {
        try CompiledSearch(
            query.request, words: query.words, layout(of: query.request.module),
            existing: existing[query.request.module], capabilities: Self.capabilities, settings: settings,
            features: server.features)
    }

    /// Sends requests until all searches are complete.
    ///
    /// - Throws: The error of the first search that fails.
    private func finish(_ runs: inout [SearchRun], _ intent: NodeCall.Intent = .read) async throws {
        while runs.contains(where: { !$0.isFinished }) {
            try await ask(&runs, intent)
            if let failure = runs.lazy.compactMap(\.failure).first { throw failure }
        }
    }

    /// The documents that a search matches, from the node that handles the writes.
    func documents(_ plan: CompiledSearch) async throws -> [FoundDocument] {
        var runs = [SearchRun(plan)]
        try await finish(&runs, .latest)
        return runs.flatMap(\.documents)
    }

    /// Sends the next requests of the searches, as many together as the server accepts.
    func ask(_ runs: inout [SearchRun], _ intent: NodeCall.Intent = .read) async throws {
        var entries: [(entry: SearchEntry, plan: CompiledSearch)] = []
        var counts: [Int] = []
        for index in runs.indices {
            let own = runs[index].isFinished ? [] : runs[index].entries()
            entries += own.map { ($0, runs[index].plan) }
            counts.append(own.count)
        }
        var results: [Result<SearchResult, any Error>] = []
        for start in stride(from: 0, to: entries.count, by: SearchEntry.mostInOneRequest) {
            results += try await send(
                Array(entries[start..<min(start + SearchEntry.mostInOneRequest, entries.count)]), intent)
        }
        var start = 0
        for (index, count) in counts.enumerated() where count > 0 {
            runs[index].receive(results[start..<start + count])
            start += count
        }
    }

    func send(
        _ entries: [(entry: SearchEntry, plan: CompiledSearch)], _ intent: NodeCall.Intent
    ) async throws -> [Result<SearchResult, any Error>] {
        let (body, forms) = (SearchEntry.body(entries), entries.map { $0.plan.form(of: $0.entry) })
        let what = "search \(forms.first?.module ?? "")"
        let response = try await connection.send(
            .json(.post, "/multi_search", body: body, intent: intent), what)
        let read: [SearchResultParts]?
        do throws(ValueDecodingError) {
            read = try SearchResultParts.all(in: response.body, to: forms)
        } catch {
            throw TypesenseError(status: response.status, message: error.responseProblem, call: what)
        }
        guard let results = read, results.count == forms.count else {
            throw TypesenseError(unreadable: "the response has not one result for each search", what)
        }
        return zip(results, forms).map { result, form in
            Result { try SearchResult(result, form, redacted: connection.redacted) }
        }
    }

    func result(_ run: SearchRun) -> ClusterResult {
        let plan = run.plan
        let instances = run.documents.compactMap(\.instance)
        var info = plan.pageInfo(total: plan.request.countsTotal ? run.total : nil, count: instances.count)
        info.meaning = plan.meaning
        let cursor = run.nextPlace.map {
            ClusterCursor.cursor(of: plan.request, engine: TypesenseConnection.engineName, place: $0)
        }
        var result = ClusterResult(
            instances, info, nextCursor: cursor, facets: run.facets.compactMap { $0?.result })
        result.highlights = plan.passed.map { _ in run.documents.flatMap(\.highlights) }
        result.serverResponses = run.responses
        return result
    }
}

extension TypesenseEngine: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The nodes without their users and queries, and without the key.
    public var description: String {
        "Typesense at \(connection.pool.nodes.map(\.printable).joined(separator: ", "))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["engine": description]) }
}

extension TypesenseEngine {
    /// The status of the nodes, as known from the last calls.
    public var nodes: [NodeStatus] { connection.pool.status }

    /// Future events of the nodes: failures, pauses, recoveries.
    public func nodeEvents() -> AsyncStream<NodeEvent> { connection.pool.events() }
}

extension TypesenseEngine: BatchableEngine {
    /// Runs requests for any modules, up to fifty searches per call of `/multi_search`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        try await learn(requests)
        return try await discovering(requests) { try await TextRanking(self).responses(to: $0) }
    }
}

extension TypesenseEngine: SpellingEngine {
    /// Returns the words of a text that the searched fields do not have, in text order, each with the nearest known
    /// words.
    ///
    /// The words of the collection are loaded as a facet, and kept for `TypesenseSettings.vocabularyLifetime`.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await carryOut(
            on: request.module,
            existing: { _ in
                throw ExistingFilter.unsupported("spelling", "it has no list of the words of a field")
            }, prepared: { try await clusterMisspellings(in: request) })
    }
}

extension TypesenseEngine: WritableEngine {
    /// Carries out a batch with the same rules as every writable engine: `updatedAt` detects conflicts, new ids have 24
    /// hexadecimal digits, and dates are set.
    ///
    /// The affected items are read, changed locally, and sent back with one import per module. The server has no
    /// conditional writes. Writers of one engine take turns, but if two engines change an item at the same moment,
    /// the later write wins. If both create the same item, the second gets `exists`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: TypesenseConnection.engineName)
        return try await batch.carryOut { module, operations in
            let layout = layout(of: module)
            return try await turns.take(layout.alias) {
                try await carryOut(
                    on: module,
                    existing: { try await writing($0).write(operations) },
                    prepared: { try await PreparedWriting(engine: self, layout: layout).write(operations) })
            }
        }
    }
}

/// The server's own full-text search on a collection that Quire has prepared.
extension TypesenseEngine {
    /// Finds out about the collections of requests that another program's collection would treat differently. Invalid
    /// parameters are refused without it.
    func learn(_ requests: [SearchRequest]) async throws {
        let unknown = requests.filter { request in
            TypesenseParameters.areAllowed(in: request)
                && (request.meaning == .engine || request.parameters(TypesenseParameters.self) != nil)
                && !existing.isDescribed(request.module)
        }
        if !unknown.isEmpty { _ = try await discover(unknown.map(\.module)) }
    }

    /// Reads the version once, on first use of a collection that another program made.
    func learnVersion() async throws {
        try await server.learn {
            let response = try await connection.json(
                NodeCall(.get, "/debug", intent: .read), "GET /debug")
            return TypesenseFeatures(ServerVersion(response.member("version")?.string))
        } isRefusal: {
            ($0 as? TypesenseError).map { [401, 403, 404].contains($0.status) } ?? false
        }
    }
}
