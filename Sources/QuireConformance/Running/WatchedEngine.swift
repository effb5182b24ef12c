import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// An engine whose responses must arrive in time, so that an engine that never responds ends the check.
struct WatchedEngine: ContentEngine {
    private let base: any ContentEngine
    private let limit: Duration
    /// The first call of the engine without a response.
    private let failure = Locked<ConformanceTimeoutError?>(nil)
    /// The size of the largest page.
    let largestPage: Int
    private var hasRoomForWholePage = true

    init(_ base: any ContentEngine, limit: Duration) {
        self.base = base
        self.limit = limit
        largestPage = base.capabilities.maximumPageSize ?? .max
    }

    /// The engine's, with room for `wholePage`, which is read in several pages if the engine returns smaller ones.
    var capabilities: EngineCapabilities {
        var capabilities = base.capabilities
        if hasRoomForWholePage, largestPage < wholePageSize { capabilities.maximumPageSize = wholePageSize }
        return capabilities
    }

    /// The engine with its own largest page, for a client that reads page by page.
    var withOwnPages: WatchedEngine {
        var engine = self
        engine.hasRoomForWholePage = false
        return engine
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        var responses = try await watching(requests) { [base] in
            try await base.search(requests.map(firstPage), decoding: decoder)
        }
        guard largestPage < wholePageSize, responses.count == requests.count else { return responses }
        for (index, request) in requests.enumerated() where request.page == wholePage {
            var received = responses[index].items.count
            var number = 2
            while received == largestPage {
                var next = request
                next.page = .page(number, size: largestPage)
                // The first page has the facets of the whole result.
                next.facets = []
                let page = try await watching([next]) { [base, next] in
                    try await base.search([next], decoding: decoder)
                }
                guard let page = page.first else { break }
                responses[index].items += page.items
                responses[index].rejected += page.rejected
                received = page.items.count
                number += 1
            }
        }
        return responses
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await watching([request]) { [base] in try await base.searchData(firstPage(request)) }
    }

    func validate(_ request: SearchRequest) throws { try base.validate(firstPage(request)) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(firstPage(request)) }

    /// The request for the first of the pages that the engine can return.
    private func firstPage(_ request: SearchRequest) -> SearchRequest {
        guard largestPage < wholePageSize, request.page == wholePage else { return request }
        var request = request
        request.page = .page(1, size: largestPage)
        return request
    }

    /// Whether the engine computes aggregates.
    var computesAggregates: Bool { base is any AggregatingEngine }

    /// Computes aggregates, if the engine does.
    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        guard let base = base as? any AggregatingEngine else { return AggregateResponse(rows: []) }
        return try await watching([request.search]) { try await base.aggregate(request) }
    }

    func validate(_ request: AggregateRequest) throws {
        try (base as? any AggregatingEngine)?.validate(request)
    }

    /// Runs a call in a task of its own, which is left behind where it does not end in time.
    private func watching<Response: Sendable>(
        _ requests: [SearchRequest], _ call: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        // An engine that has not responded once would make the check wait for each further request.
        if let error = failure.value { throw error }
        let (results, continuation) = AsyncStream<Result<Response, any Error>>.makeStream()
        let error = ConformanceTimeoutError(requests, limit)
        let work = Task {
            do { continuation.yield(.success(try await call())) } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task { [limit] in
            try await Task.sleep(for: limit)
            continuation.yield(.failure(error))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results {
            do { return try result.get() } catch let timeout as ConformanceTimeoutError {
                failure.withLock { $0 = $0 ?? timeout }
                throw timeout
            }
        }
        // The stream ends early only where the suite's task is cancelled.
        throw CancellationError()
    }
}

/// An engine has not responded in time.
struct ConformanceTimeoutError: Error, CustomStringConvertible {
    let description: String

    init(_ requests: [SearchRequest], _ limit: Duration) {
        let first = requests.first.map { "\($0)" } ?? "a search without requests"
        let more = requests.count > 1 ? " and \(requests.count - 1) more" : ""
        description =
            "no response within \(limit.components.seconds) s to \(first)\(more). Make the engine respond or throw. If it is "
            + "only slow, raise ConformanceOptions.responseTime."
    }
}

extension ContentEngine {
    /// The ids that a request finds, in the engine's order.
    func ids(_ request: SearchRequest) async throws -> [String] {
        try await page(request).items
    }

    /// The page of ids that a request finds; no values are read.
    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        guard let page = try await pages([request]).first else {
            throw ResponseCountError(engine: capabilities.name, requested: 1, returned: 0)
        }
        return page
    }

    /// The pages of ids for requests of one module, requested together.
    func pages(_ requests: [SearchRequest]) async throws -> [SearchResponse<String>] {
        guard let module = requests.first?.module else { return [] }
        let decoder = ItemDecoder.ids(of: module)
        let bare = requests.map { request in
            var request = request
            request.fields = []
            return request
        }
        let pages = try await search(bare, decoding: decoder)
        guard pages.count == requests.count else {
            throw ResponseCountError(
                engine: capabilities.name, requested: requests.count, returned: pages.count)
        }
        return pages
    }
}

/// A page with room for all items of any table of the suite; not every engine supports `.all`. `WatchedEngine` reads it in
/// several pages if the engine's are smaller.
let wholePage = PageRequest.page(1, size: wholePageSize)
let wholePageSize = 200

extension Array {
    /// The elements in batches of this size.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
