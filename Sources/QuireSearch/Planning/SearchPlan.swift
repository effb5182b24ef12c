import QuireCore
import QuireEngine

/// The requests that answer a draft, and how their answers come together: pure, with no I/O.
///
/// ```swift
/// let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
/// let answer = try await plan.answer { try await engine.search($0, decoding: .content(of: Books.self)) }
/// ```
/// An engine that counts disjunctive facets itself is asked once. Another one is asked once more for each disjunctive
/// facet of which something is chosen, without what was chosen of it: the 1 + D expansion. The counts of the others are
/// those of the first answer, because leaving out nothing changes nothing. A hierarchy whose levels lie in fields of
/// their own takes one request more for each level of the chosen path.
public struct SearchPlan<Module: ContentModule>: Sendable, Hashable {
    private let plan: RequestPlan

    /// - Parameters:
    ///   - draft: The draft to search for.
    ///   - page: Counted from 1.
    ///   - counts: Whether facets are wanted; later pages of a result do not count again.
    ///   - engine: What the engine can do.
    ///   - expanding: Asks in 1 + D requests whatever the engine can do itself.
    /// - Throws: `QueryError` for a page or a page size below 1. What the engine refuses it refuses when it is asked.
    public init(
        _ draft: SearchDraft<Module>, page: Int, counts: Bool = true, for engine: EngineCapabilities,
        expanding: Bool = false
    ) throws {
        plan = try RequestPlan(
            DraftRequest(draft: draft, engine: engine), page: page, counts: counts, expanding: expanding)
    }

    /// The first asks for the items; the others only count. The same draft always gives the same requests.
    public var requests: [SearchRequest] { plan.requests }

    /// Asks for what the plan needs, and puts the answers together.
    ///
    /// There is a second round only where a value that was chosen lies beyond a facet's limit, so that no answer has its
    /// count.
    /// - Parameters:
    ///   - isolation: The caller's actor, whose state `ask` may use.
    ///   - ask: Answers requests, in their order.
    /// - Throws: `EngineAnswerError`, `MissingFacetError`; what `ask` throws.
    public func answer(
        isolation: isolated (any Actor)? = #isolation,
        asking ask: ([SearchRequest]) async throws -> [SearchResponse<Content<Module>>]
    ) async throws -> SearchAnswer<Module> {
        let responses = try await ask(requests)
        let more = try furtherRequests(after: responses)
        return try merged(responses, more.isEmpty ? [] : try await ask(more))
    }

    /// What has to be asked besides: the total of each chosen value that is among the values of no answer.
    public func furtherRequests(
        after responses: [SearchResponse<Content<Module>>]
    ) throws -> [SearchRequest] {
        try plan.furtherRequests(after: Self.facets(of: responses))
    }

    /// The answer to the draft, from the answers to the requests.
    ///
    /// - Parameters:
    ///   - responses: The responses to `requests`, in their order.
    ///   - further: The answers to the further requests; without them a chosen value beyond a facet's limit stands at
    ///     zero.
    /// - Throws: `EngineAnswerError` where there are not as many answers as requests, `MissingFacetError` where one has
    ///   not the facet that was asked for.
    public func merged(
        _ responses: [SearchResponse<Content<Module>>], _ further: [SearchResponse<Content<Module>>] = []
    ) throws -> SearchAnswer<Module> {
        var totals: [Int?] = []
        for response in further { totals.append(response.pageInfo.totalItems) }
        let facets = try plan.facets(from: Self.facets(of: responses), totals)
        let first = responses[0]
        return SearchAnswer(
            items: first.items, rejected: first.rejected, pageInfo: first.pageInfo, text: first.text,
            facets: facets)
    }

    private static func facets(of responses: [SearchResponse<Content<Module>>]) -> [[FacetResult]] {
        var facets: [[FacetResult]] = []
        for response in responses { facets.append(response.facets) }
        return facets
    }
}
