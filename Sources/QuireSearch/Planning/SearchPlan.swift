public import Quire

/// The requests that answer a draft, and how their answers come together: pure, with no I/O.
///
/// ```swift
/// let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
/// let answers = try await engine.search(plan.requests, decoding: .content(of: Books.self))
/// let answer = try plan.merged(answers)
/// ```
public struct SearchPlan<Module: ContentModule>: Sendable {
    /// The first asks for the items; the others only count.
    public let requests: [SearchRequest]

    /// - Parameters:
    ///   - page: Counted from 1.
    ///   - counts: Whether facets are wanted; later pages of a result do not count again.
    /// - Throws: `UnsupportedError` and `QueryError` for what the engine cannot do, or what makes no sense.
    public init(
        _ draft: SearchDraft<Module>, page: Int, counts: Bool = true, for engine: EngineCapabilities
    ) throws {
        var query = draft.query.page(page, size: draft.pageSize)
        if !draft.text.isEmpty { query = query.search(draft.text, matching: draft.matching) }
        if !counts { query.request.facets = [] }
        requests = [query.request]
    }

    /// The answer to the draft, from the answers to the requests.
    ///
    /// - Throws: `EngineAnswerError` where there are not as many answers as requests.
    public func merged(_ responses: [SearchResponse<Content<Module>>]) throws -> SearchAnswer<Module> {
        guard let first = responses.first, responses.count == requests.count else {
            throw EngineAnswerError(engine: "?", asked: requests.count, answered: responses.count)
        }
        return SearchAnswer(
            items: first.items, rejected: first.rejected, pageInfo: first.pageInfo, text: first.text,
            facets: first.facets)
    }
}
