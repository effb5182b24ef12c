import QuireCore
import QuireEngine

/// The requests for a draft, and how their responses are combined. It performs no I/O.
///
/// ```swift
/// let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
/// let response = try await plan.response { try await engine.search($0, decoding: .content(of: Books.self)) }
/// ```
/// If the engine counts disjunctive facets itself, there is one request. Otherwise, there is one more for each
/// disjunctive facet with choices, without these choices (the 1 + D expansion). The counts of the other facets are in
/// the first response, because they have no choices to ignore. A hierarchy with one field per level takes one more
/// request for each level of the chosen path.
public struct SearchPlan<Module: ContentModule>: Sendable, Hashable {
    private let plan: RequestPlan

    /// - Parameters:
    ///   - draft: The draft to search for.
    ///   - page: The number of the page, counted from 1.
    ///   - counts: Whether to count facets. Later pages of a result do not count again.
    ///   - engine: The engine's capabilities.
    ///   - expanding: Whether to send 1 + D requests even if the engine can count disjunctive facets.
    /// - Throws: `QueryError` for a page or a page size below 1. Other errors are thrown when the requests are sent.
    public init(
        _ draft: SearchDraft<Module>, page: Int, counts: Bool = true, for engine: EngineCapabilities,
        expanding: Bool = false
    ) throws {
        plan = try RequestPlan(
            DraftRequest(draft: draft, engine: engine), page: page, counts: counts, expanding: expanding)
    }

    /// The first request fetches the items, and the others only count. The same draft always gives the same requests.
    public var requests: [SearchRequest] { plan.requests }

    /// Sends the requests of the plan, and combines the responses.
    ///
    /// There is a second round only if a chosen value is beyond a facet's limit, so that no response contains its
    /// count, or if a facet counts the items without a value.
    /// - Parameters:
    ///   - isolation: The caller's actor, whose state `ask` may use.
    ///   - ask: Returns the responses to requests, in order.
    /// - Throws: `ResponseCountError`, `MissingFacetError`; the errors of `ask`.
    public func response(
        isolation: isolated (any Actor)? = #isolation,
        asking ask: ([SearchRequest]) async throws -> [SearchResponse<Content<Module>>]
    ) async throws -> DraftResponse<Module> {
        let responses = try await ask(requests)
        let more = try furtherRequests(after: responses)
        return try merged(responses, more.isEmpty ? [] : try await ask(more))
    }

    /// Returns the further requests: the total of each chosen value that no response counts, and of the items without a
    /// value where a facet asks for it.
    public func furtherRequests(
        after responses: [SearchResponse<Content<Module>>]
    ) throws -> [SearchRequest] {
        try plan.furtherRequests(after: Self.facets(of: responses))
    }

    /// Combines the responses to the requests.
    ///
    /// - Parameters:
    ///   - responses: The responses to `requests`, in order.
    ///   - further: The responses to the further requests. Without them, a chosen value beyond a facet's limit has a
    ///     count of zero.
    /// - Throws: `ResponseCountError` if the number of responses differs from that of the requests,
    ///   `MissingFacetError` if a response lacks a requested facet.
    public func merged(
        _ responses: [SearchResponse<Content<Module>>], _ further: [SearchResponse<Content<Module>>] = []
    ) throws -> DraftResponse<Module> {
        var totals: [Int?] = []
        for response in further { totals.append(response.pageInfo.totalItems) }
        let facets = try plan.facets(from: Self.facets(of: responses), totals)
        let first = responses[0]
        return DraftResponse(
            items: first.items, rejected: first.rejected, pageInfo: first.pageInfo, text: first.text,
            facets: facets)
    }

    private static func facets(of responses: [SearchResponse<Content<Module>>]) -> [[FacetResult]] {
        var facets: [[FacetResult]] = []
        for response in responses { facets.append(response.facets) }
        return facets
    }
}
