import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Sends compiled searches and creates their pages.
struct SearchRunner {
    let connection: ClusterConnection
    let descriptions: IndexDescriptions

    /// The pages or errors of searches. All are sent in one request.
    ///
    /// - Throws: An error that affects all of them.
    func results(of searches: [CompiledSearch]) async throws -> [Result<ClusterResult, any Error>] {
        var responses: [Int: Result<SearchResult, any Error>] = [:]
        for (index, search) in searches.enumerated() where !search.findsNothing {
            do {
                try await search.check(descriptions)
            } catch let error as CollectionError {
                responses[index] = .failure(error)
            }
        }
        let sent = searches.indices.filter { !searches[$0].findsNothing && responses[$0] == nil }
        for (index, response) in zip(sent, try await self.responses(to: sent.map { searches[$0] })) {
            responses[index] = response
        }
        var pages: [Result<ClusterResult, any Error>] = []
        for (index, search) in searches.enumerated() {
            switch responses[index] {
            case .success(let response)?:
                do {
                    let page = try await page(of: search, response)
                    try await check(search, in: response.index)
                    pages.append(.success(page))
                } catch {
                    pages.append(.failure(error))
                }
            case .failure(let error)?:
                pages.append(.failure(await explained(error, of: search)))
            case nil: pages.append(.success(page(of: search, [], total: 0, facets: search.facets.empty)))
            }
        }
        try Task.checkCancellation()
        return pages
    }

    /// Looks at the index again if the items come from another one than was described.
    private func check(_ search: CompiledSearch, in index: String?) async throws {
        guard let index, search.state.existing == nil, !search.names.fits(index) else { return }
        let indexDescription = try await descriptions.description(of: search.layout)
        if indexDescription.fields == nil || indexDescription.indices.contains(index) { return }
        try search.check(try await descriptions.description(of: search.layout, isFresh: true))
    }

    /// Explains an error of a search: unlike filters, sorting by a missing field is an error for the server.
    func explained(_ error: any Error, of search: CompiledSearch) async -> any Error {
        guard (error as? OpenSearchError)?.status == 400 else { return error }
        do {
            try search.check(try await descriptions.description(of: search.layout, isFresh: true))
        } catch let reason as CollectionError {
            return reason
        } catch {
            // Keeps the server's error.
        }
        return error
    }

    // MARK: - Requests

    private func responses(to searches: [CompiledSearch]) async throws -> [Result<SearchResult, any Error>] {
        if let only = searches.first, searches.count == 1 {
            do {
                return [.success(try await self.response(to: only, only.body()))]
            } catch let error as OpenSearchError where error.status == 400 {
                return [.failure(error)]
            }
        }
        var results: [Result<SearchResult, any Error>] = []
        for start in stride(from: 0, to: searches.count, by: Self.batch) {
            let batch = searches[start..<min(start + Self.batch, searches.count)]
            results += try await multipleResponses(to: Array(batch))
        }
        return results
    }

    /// The maximum number of searches in one request.
    private static let batch = 100

    private func multipleResponses(
        to searches: [CompiledSearch]
    ) async throws -> [Result<SearchResult, any Error>] {
        let call = Self.multipleCall(searches)
        let results = try await connection.send(call) { (data) throws(ValueDecodingError) in
            try SearchResult.all(in: data, to: searches)
        }
        guard let results, results.count == searches.count else {
            throw OpenSearchError(
                .unreadable, call.action, reason: "there are not as many responses as searches")
        }
        return zip(searches, results).map { search, response in
            let action = "search in \(search.request.module.name)"
            if let error = response.error {
                return .failure(
                    connection.failure(
                        .of(["error": error]), status: response.status ?? 0, action))
            }
            return Result {
                try Self.checkWhole(response, action)
                return response
            }
        }
    }

    static func multipleCall(_ searches: [CompiledSearch]) -> ClusterConnection.Call {
        var lines: [UInt8] = []
        for search in searches {
            lines += Array(JSONValue.of(["index": .string(search.alias)]).data) + [10]
            lines += Array(search.body().data) + [10]
        }
        return ClusterConnection.Call(
            .post, "/_msearch", body: .lines(lines), intent: .read, action: "run \(searches.count) searches")
    }

    private func response(to search: CompiledSearch, _ body: JSONValue) async throws -> SearchResult {
        let call = Self.call(search, body)
        let result = try await connection.send(call) { (data) throws(ValueDecodingError) in
            try SearchResult(data, to: search)
        }
        try Self.checkWhole(result, call.action)
        return result
    }

    static func call(_ search: CompiledSearch, _ body: JSONValue) -> ClusterConnection.Call {
        ClusterConnection.Call(
            .post, "/\(search.alias)/_search", body: .json(body), intent: .read,
            action: "search in \(search.request.module.name)")
    }

    private static func checkWhole(_ response: SearchResult, _ action: String) throws {
        try ClusterConnection.checkWhole(
            failedShards: response.failedShards, isLate: response.isLate, action)
    }

    // MARK: - Responses

    private func page(of search: CompiledSearch, _ result: SearchResult) async throws -> ClusterResult {
        let action = "search in \(search.request.module.name)"
        func own(_ result: SearchResult) throws -> [FoundDocument] {
            guard let hits = result.hits else {
                throw OpenSearchError(.unreadable, action, reason: "there are no hits in the response")
            }
            if let stranger = hits.first(where: { !$0.isComplete }) {
                throw OpenSearchError(
                    .unreadable, action,
                    reason: "the document \(stranger.id) has no source, or no place in the order")
            }
            return hits
        }
        var hits = try own(result)
        guard let facets = search.facets.results(result.aggregations) else {
            throw OpenSearchError(.unreadable, action, reason: "a facet is missing in the response")
        }
        guard search.window.isEverything else {
            return page(
                of: search, hits, total: result.total, facets: facets,
                responses: [result.response].compactMap(\.self))
        }
        var responses = [result.response]
        var received = hits.count
        var seen = Set(hits.map(\.id))
        // A short page is the last only if nothing else was counted. Items that were deleted meanwhile end with an
        // empty page.
        while received == CompiledSearch.step || received > 0 && hits.count < result.total ?? 0,
            let last = hits.last
        {
            try Task.checkCancellation()
            let further = try await self.response(to: search, search.body(after: last.place))
            responses.append(further.response)
            let next = try own(further)
            received = next.count
            let count = seen.count
            seen.formUnion(next.map(\.id))
            guard next.isEmpty || seen.count > count else {
                throw OpenSearchError(.unreadable, action, reason: "the server repeated a page")
            }
            hits += next
        }
        return page(
            of: search, hits, total: hits.count, facets: facets, responses: responses.compactMap(\.self))
    }

    private func page(
        of search: CompiledSearch, _ hits: [FoundDocument], total: Int?, facets: [FacetResult],
        responses: [Data] = []
    ) -> ClusterResult {
        let request = search.request
        let offset = search.window.offset
        let limit = search.window.limit ?? hits.count
        let pageHits = hits.prefix(limit)
        let hasMore =
            switch search.window {
            case .slice: hits.count > limit || (hits.count == limit && (total ?? 0) > offset + limit)
            // If one item more could not be requested, the next page may be empty.
            case .after: hits.count > limit || (hits.count == limit && limit == IndexLimits.window)
            case .everything: false
            }
        let instances = pageHits.compactMap(\.instance)
        var info = PageInfo(
            offset: offset, limit: limit, totalItems: request.countsTotal ? total : nil)
        info.meaning = search.meaning
        let end = offset + pageHits.count
        let next = hasMore ? pageHits.last : nil
        var result = ClusterResult(
            Array(instances), info,
            nextCursor: next?.place.map { place in
                ClusterCursor.cursor(
                    of: request, engine: ClusterConnection.engineName,
                    place: .of(["after": place, "offset": .count(end)]))
            },
            facets: facets)
        if !search.highlighted.isEmpty { result.highlights = pageHits.flatMap(\.highlights) }
        result.serverResponses = responses
        return result
    }
}
