public import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine: ContentEngine {
    public var capabilities: EngineCapabilities {
        var capabilities = Self.capabilities
        capabilities.toleratesTypos = settings.text == .engine
        return capabilities
    }

    private static let capabilities = EngineCapabilities(
        name: AlgoliaConnection.engineName,
        operations: [
            .equal, .notEqual, .in, .notIn, .greater, .greaterOrEqual, .less, .lessOrEqual, .between, .within,
            .notGreater, .notGreaterOrEqual, .notLess, .notLessOrEqual, .notBetween, .notWithin,
        ],
        sortsByValue: true, supportsNullOrdering: true, supportsCursors: true, countsTotal: true,
        fullText: true, facets: true,
        includes: false, maximumPageSize: 1000
    ).withMembers

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // All requests are checked before the first is sent.
        let searches = try requests.map(compiled)
        let pages = try await pages(of: searches)
        return try zip(requests, pages).map { request, page in
            try page.response(reading: decoder, request.decoding)
        }
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        var request = request
        request.decoding.keepsUnknownValues = true
        let search = try compiled(request)
        return try await pages(of: [search]).first?.checked().page ?? Data()
    }

    public func validate(_ request: SearchRequest) throws { _ = try compiled(request) }

    /// The HTTP request for a search, without the key.
    public func explain(_ request: SearchRequest) throws -> String {
        let search = try compiled(request)
        let queries = search.together
        var calls: [String] = []
        if search.window.isEverything, let items = search.items {
            calls.append("POST /1/indexes/\(items.index)/browse\n\n\(PrettyJSON.text(body(of: items)))")
        }
        if let only = queries.first, queries.count == 1 {
            calls.append("POST /1/indexes/\(only.index)/query\n\n\(PrettyJSON.text(body(of: only)))")
        } else if !queries.isEmpty {
            calls.append("POST /1/indexes/*/queries\n\n\(PrettyJSON.text(body(of: queries[...])))")
        }
        return calls.isEmpty
            ? "Nothing is sent: no item can meet the query." : calls.joined(separator: "\n\n")
    }

    // MARK: - Calls

    /// The maximum number of queries in one call.
    private static let queriesPerCall = 50

    func pages(of searches: [CompiledSearch]) async throws -> [AssembledPage] {
        let deadline = connection.deadline()
        let queries = searches.flatMap { search in search.together.map { (search.shownForm, $0) } }
        var responses: [SearchResult] = []
        for start in stride(from: 0, to: queries.count, by: Self.queriesPerCall) {
            let some = queries[start..<min(start + Self.queriesPerCall, queries.count)]
            responses += try await self.responses(to: some.map(\.1)[...], some.map(\.0), deadline)
        }
        var rest = responses[...]
        var pages: [AssembledPage] = []
        for search in searches {
            let own = rest.prefix(search.together.count)
            rest = rest.dropFirst(own.count)
            let everything = search.window.isEverything ? try await browse(search, deadline) : nil
            pages.append(try AssembledPage(search, Array(own), everything: everything))
        }
        return pages
    }

    private func responses(
        to queries: ArraySlice<CompiledSearch.Query>, _ forms: [DocumentForm], _ deadline: Deadline
    ) async throws -> [SearchResult] {
        if let only = queries.first, queries.count == 1 {
            let path = ["1", "indexes", only.index, "query"]
            let data = try await connection.send(
                .post, path, body: body(of: only), intent: .read, deadline: deadline)
            return [try SearchResult.read(data, forms[0], of: AlgoliaConnection.name(.post, path))]
        }
        let path = ["1", "indexes", "*", "queries"]
        let data = try await connection.send(
            .post, path, body: body(of: queries), intent: .read, deadline: deadline)
        return try SearchResult.readAll(data, forms, of: AlgoliaConnection.name(.post, path))
    }

    /// Reads all records that a search matches, page by page.
    func browse(_ search: CompiledSearch, _ deadline: Deadline) async throws -> [FoundRecord] {
        guard let items = search.items else { return [] }
        var records: [FoundRecord] = []
        var seen: Set<String> = []
        try await browse(items.index, from: body(of: items), intent: .read, deadline: deadline) {
            data, request in
            let response = try SearchResult.read(data, search.shownForm, of: request)
            records += response.records
            let count = seen.count
            seen.formUnion(response.records.map(\.id))
            return (response.cursor, response.records.isEmpty || seen.count > count)
        }
        return records
    }

    /// Reads an index page by page.
    ///
    /// - Parameters:
    ///   - first: The body of the first request.
    ///   - read: Reads a page. Returns the cursor after it, and whether the page may come after the one before.
    func browse(
        _ index: String, from first: Data, intent: NodeCall.Intent, deadline: Deadline? = nil,
        _ read: (_ page: Data, _ request: String) async throws -> (cursor: String?, isNext: Bool)
    ) async throws {
        let path = ["1", "indexes", index, "browse"]
        let request = AlgoliaConnection.name(.post, path)
        var cursors: Set<String> = []
        var body = first
        while true {
            let data = try await connection.send(.post, path, body: body, intent: intent, deadline: deadline)
            let (cursor, isNext) = try await read(data, request)
            guard let cursor else { return }
            // A cursor that counts pages is never the same.
            guard cursors.insert(cursor).inserted, isNext else {
                throw AlgoliaResponseError(request: request, place: "cursor", expected: "another page")
            }
            body = JSONValue.object([.init("cursor", .string(cursor))]).data
        }
    }

    func body(of query: CompiledSearch.Query) -> Data {
        JSONValue.object(query.parameters.members(as: settings.encoding)).data
    }

    private func body(of queries: ArraySlice<CompiledSearch.Query>) -> Data {
        let requests = queries.map { query in
            JSONValue.object(
                [.init("indexName", .string(query.index))]
                    + query.parameters.members(as: settings.encoding))
        }
        return JSONValue.of(["requests": .array(requests), "strategy": .string("none")]).data
    }
}

extension CompiledSearch {
    /// The queries that are sent together, in this order: items, total, facets.
    var together: [Query] {
        var queries = window.isEverything ? [] : [items].compactMap { $0 }
        if let whole { queries.append(whole) }
        return queries + disjunctive.sorted { $0.key < $1.key }.map(\.value)
    }
}
