import QuireCore
import QuireEngine

/// Runs requests on a search cluster. Text searches are leveled and ranked like the embedded store's.
///
/// The server decides which items match, and sorts them by popularity. The first `WeighedItems.most` of them are weighed
/// here and come first, the best match first; the others follow by popularity. So the order is total, and totals, facets
/// and filters are the server's. A search without enough matches for that has exactly the store's order.
///
/// Items that lack words are only found if no item has all words, and only those that have one of the rarest words: as many
/// as can be weighed.
package struct TextRanking<Cluster: TextCluster>: Sendable {
    let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// The queries that are sent first. Checks all queries of the request that can be known before.
    package func firstQueries(of request: SearchRequest) throws -> [ClusterQuery] {
        try prepared(request).queriesAsTyped
    }

    private func prepared(_ request: SearchRequest) throws -> TextRun {
        let run = try TextRun(request, on: cluster)
        for query in run.queriesAsTyped { _ = try cluster.compiled(query) }
        // Only a text search may ask for the items of its page.
        if request.text != nil { _ = try cluster.compiled(run.itemsQuery(ids: [])) }
        return run
    }

    /// Runs requests together, after all of them were checked.
    ///
    /// - Throws: The error of the first invalid request. Nothing is sent then.
    package func checkedResponses(
        to requests: [SearchRequest]
    ) async throws -> [Result<EngineResponse, any Error>] {
        guard requests.allSatisfy({ $0.text == nil }) else {
            for request in requests { _ = try prepared(request) }
            return try await responses(to: requests)
        }
        // Each request is one query, which is compiled once.
        let queries = try requests.map { try cluster.compiled(ClusterQuery($0)) }
        return try zip(requests, await cluster.results(of: queries)).map { request, result in
            result.map { EngineResponse($0, to: request) }
        }
    }

    /// Runs requests together. One that fails has its error at its position.
    package func responses(
        to requests: [SearchRequest]
    ) async throws -> [Result<EngineResponse, any Error>] {
        // A request without text is one query, which is checked when it is compiled.
        var runs = requests.map { request in
            Result { try request.text == nil ? TextRun(request, on: cluster) : prepared(request) }
        }
        while true {
            for index in runs.indices {
                guard case .success(var run) = runs[index], run.needsLevel else { continue }
                do {
                    try await run.decideLevel(on: cluster)
                    runs[index] = .success(run)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    runs[index] = .failure(error)
                }
            }
            var queries: [ClusterQuery] = []
            var counts: [Int] = []
            for run in runs {
                let own = (try? run.get())?.queries ?? []
                counts.append(own.count)
                queries += own
            }
            guard !queries.isEmpty else { break }
            var results = try await cluster.results(of: queries)[...]
            for (index, count) in counts.enumerated() where count > 0 {
                let own = Array(results.prefix(count))
                results = results.dropFirst(count)
                guard case .success(var run) = runs[index] else { continue }
                runs[index] = Result {
                    try run.take(try own.map { try $0.get() })
                    return run
                }
            }
        }
        return runs.map { run in run.map(\.response) }
    }

    /// The words of the request's level, for deleting what it finds; `nil` if they are the request's own.
    package func words(of request: SearchRequest) async throws -> ClusterWords? {
        var run = try TextRun(request, on: cluster)
        if request.text?.toleratesTypos == true || run.needsLevel { try await run.decideLevel(on: cluster) }
        return run.words
    }
}

extension EngineResponse {
    /// The response to a request without text, which is one query.
    fileprivate init(_ result: ClusterResult, to request: SearchRequest) {
        var info = result.info
        if !request.countsTotal { info.totalItems = nil }
        self.init(
            ClusterPage(result.instances, info, isWhole: request.page == .all), nextCursor: result.nextCursor,
            facets: result.facets)
        serverResponses = result.serverResponses
    }
}
