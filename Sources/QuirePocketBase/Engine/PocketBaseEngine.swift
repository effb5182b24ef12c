public import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Runs queries on a PocketBase server (0.23 or later, tested with 0.40.6; https://pocketbase.io/docs).
///
/// ```swift
/// let engine = PocketBaseEngine(baseURL: url)
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // GET /api/collections/books/records?page=1&perPage=10&filter=age >= 18&sort=id&fields=…
/// ```
/// A query that the collections cannot run exactly throws `UnsupportedError` before any request is sent. What they can
/// run depends on who decides what they look like (`PocketBaseSettings.collections`):
/// - **Existing** collections are used as they are. PocketBase has no null: an empty text is no value, and 0 and `false`
///   always are one. Parts of texts, elements of lists and nulls first or last are refused.
/// - **Managed** collections are made by `prepare` with the columns that all filters and sort orders need.
///
/// Full text, facets, distances and aggregates are refused in both. Sync the collection into a store for them.
///
/// A page has at most 1,000 items, a filter 3,500 bytes and 200 comparisons. The rules of a collection decide which items
/// a user sees: the others are missing in lists, and count as not found.
public struct PocketBaseEngine: ContentEngine {
    public let settings: PocketBaseSettings
    let connection: PocketBaseConnection
    /// Whether the server allows batches.
    let batchSupport = BatchSupport()
    private let layouts: CollectionLayouts
    /// When realtime connections are made again.
    var realtimeTimes = RealtimeTimes()
    /// How often filling columns is repeated beside other writers.
    var fillingTimes = FillingTimes()
    let unfinishedColumns = UnfinishedColumns()

    /// - Parameters:
    ///   - baseURL: The URL before `/api`, for example `https://content.example.org`.
    ///   - authorization: Provides the token for requests to that server. `nil` sends none: the rules for guests apply.
    ///   - settings: Whose collections they are, timeouts and retries.
    ///   - transport: The network, or a test double. Retries and authorization are added to it.
    public init(
        baseURL: URL, authorization: (any AuthorizationProvider)? = nil,
        settings: PocketBaseSettings = PocketBaseSettings(),
        transport: any Transport = NetworkTransport()
    ) {
        self.settings = settings
        layouts = CollectionLayouts(settings.collections)
        connection = PocketBaseConnection(
            baseURL: baseURL, authorization: authorization.map(UnexpiredToken.only), settings: settings,
            transport: transport)
    }

    public var capabilities: EngineCapabilities {
        settings.collections == .managed ? Self.managedCapabilities : Self.existingCapabilities
    }

    private static let managedCapabilities = capabilities(
        operations: Set(FilterOperation.allCases).subtracting([.near, .notNear]), nulls: true)

    private static let existingCapabilities = capabilities(
        operations: Set(FilterOperation.allCases).subtracting([
            .near, .notNear, .like, .notLike, .contains, .notContains, .hasSuffix, .notHasSuffix,
        ]), nulls: false, relations: CompiledSearch.maximumRelations)

    private static func capabilities(
        operations: Set<FilterOperation>, nulls: Bool, relations: Int = 0
    ) -> EngineCapabilities {
        var capabilities = EngineCapabilities(
            name: PocketBaseConnection.engineName, operations: operations, sortsByValue: true,
            supportsNullOrdering: nulls, supportsCursors: true, countsTotal: true, fullText: false,
            facets: false, includes: false, maximumPageSize: CompiledSearch.maximumPage)
        capabilities.modifiesFields = true
        capabilities.followedRelations = relations
        return capabilities
    }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // Checks all requests before sending the first.
        let plans = try requests.map(plan)
        let responses = try await responses(to: plans)
        return try zip(requests, responses).map { request, response in
            try response.get().response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await responses(to: [try plan(request)]).first?.get().page ?? Data()
    }

    public func validate(_ request: SearchRequest) throws { _ = try plan(request) }

    /// The HTTP requests for a search, not encoded. Further pages need more.
    public func explain(_ request: SearchRequest) throws -> String {
        let sent = try plan(request).parts.filter { !$0.findsNothing }
        guard !sent.isEmpty else { return "Nothing is sent: no item can meet the query." }
        return sent.map { runner.explanation(of: $0) }.joined(separator: "\n")
    }

    var runner: SearchRunner { SearchRunner(connection: connection) }

    func layout(of module: ModuleDescriptor) -> CollectionLayout { layouts[module] }

    /// Checks and compiles a request without sending it.
    func plan(_ request: SearchRequest) throws -> SearchParts {
        try request.check(for: capabilities)
        return try SearchParts(request, in: layouts, settings: settings)
    }
}

extension PocketBaseEngine: CustomStringConvertible, CustomReflectable {
    /// The server's address, without a token.
    public var description: String { "PocketBase at \(connection.baseURL.host() ?? "")" }

    public var customMirror: Mirror { Mirror(self, children: ["engine": description]) }
}

extension PocketBaseEngine: BatchableEngine {
    /// Runs requests for any modules, up to four at a time. PocketBase takes one search per call.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let plans = requests.map { request in Result { try plan(request) } }
        var iterator = try await responses(to: plans.compactMap { try? $0.get() }).makeIterator()
        return plans.compactMap { plan in
            switch plan {
            case .success: iterator.next()
            case .failure(let error): .failure(error)
            }
        }
    }

    func responses(to plans: [SearchParts]) async throws -> [Result<EngineResponse, any Error>] {
        let runner = runner
        let (unfinished, connection) = (unfinishedColumns, connection)
        return try await withThrowingTaskGroup(of: (Int, Result<EngineResponse, any Error>).self) { group in
            var results: [Result<EngineResponse, any Error>?] = Array(repeating: nil, count: plans.count)
            for (index, plan) in plans.enumerated() {
                if index >= Self.searchesAtOnce, let (done, result) = try await group.next() {
                    results[done] = result
                }
                group.addTask {
                    do {
                        for part in plan.parts {
                            try await unfinished.check(
                                [part.filter ?? "", part.order.text], of: part.layout, on: connection)
                        }
                        let response = try await plan.response(runner)
                        return (index, .success(response))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for try await (index, result) in group { results[index] = result }
            return results.compactMap { $0 }
        }
    }

    private static let searchesAtOnce = 4
}
