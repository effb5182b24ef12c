public import Quire

/// The requests that answer a draft, and how their answers come together: pure, with no I/O.
///
/// ```swift
/// let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
/// let answer = try await plan.answer { try await content.answers(to: $0, of: Books.self) }
/// ```
/// An engine that counts disjunctive facets itself is asked once. Another one is asked once more for each disjunctive
/// facet of which something is chosen, without what was chosen of it: the 1 + D expansion. The counts of the others are
/// those of the first answer, because leaving out nothing changes nothing. A hierarchy whose levels lie in fields of
/// their own takes one request more for each level of the chosen path.
public struct SearchPlan<Module: ContentModule>: Sendable, Hashable {
    /// The first asks for the items; the others only count. The same draft always gives the same requests.
    public let requests: [SearchRequest]
    private let facets: [PlannedFacet]
    private let engine: EngineCapabilities

    /// - Parameters:
    ///   - page: Counted from 1.
    ///   - counts: Whether facets are wanted; later pages of a result do not count again.
    ///   - engine: What the engine can do.
    ///   - expanding: Asks in 1 + D requests whatever the engine can do itself.
    /// - Throws: `QueryError` for a page or a page size below 1. What the engine refuses it refuses when it is asked.
    public init(
        _ draft: SearchDraft<Module>, page: Int, counts: Bool = true, for engine: EngineCapabilities,
        expanding: Bool = false
    ) throws {
        guard page >= 1, draft.pageSize >= 1 else {
            throw QueryError(
                .invalidPage, module: Module.descriptor.name, node: "page \(page) of \(draft.pageSize)",
                expected: "a page and a page size of at least 1")
        }
        self.engine = engine
        let isExpanded = expanding || !engine.disjunctiveFacets
        let asked = DraftRequest(draft: draft, engine: engine)
        let wanted = counts ? asked.facets : []
        let levels = counts ? asked.levels : []
        var counted = wanted
        for facet in levels.flatMap(\.facets)
        where !counted.contains(where: { $0.field.isSpelled(as: facet.field) }) { counted.append(facet) }
        var request = asked.request(page: page, counting: counted)
        var others: [SearchRequest] = []
        var facets: [PlannedFacet] = []
        for facet in wanted {
            var planned = PlannedFacet(facet, draft.refinements[facet.field], of: request.module)
            if isExpanded, facet.isDisjunctive, request.isRefined(facet.field) {
                others.append(request.counting(facet))
                planned.answer = others.count
            }
            facets.append(planned)
        }
        for plan in levels {
            for (level, facet) in plan.facets.enumerated() {
                var planned = PlannedFacet(facet, plan.choice(of: level), of: request.module)
                planned.isLevel = true
                if let refinements = plan.refinements(of: level) {
                    var counting = request
                    counting.refinements.removeAll { $0 == plan.refinement }
                    counting.refinements += refinements
                    others.append(counting.counting(facet))
                    planned.answer = others.count
                }
                facets.removeAll { $0.request.field.isSpelled(as: facet.field) }
                facets.append(planned)
            }
        }
        if isExpanded {
            for index in request.facets.indices { request.facets[index].isDisjunctive = false }
        }
        requests = [request] + others
        self.facets = facets
    }

    /// Asks for what the plan needs, and puts the answers together.
    ///
    /// There is a second round only where a value that was chosen lies beyond a facet's limit, so that no answer has its
    /// count.
    /// - Parameter ask: Answers requests, in their order.
    /// - Throws: `EngineAnswerError`, `MissingFacetError`; what `ask` throws.
    public func answer(
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
        try cutValues(in: responses).map(\.request)
    }

    /// The answer to the draft, from the answers to the requests.
    ///
    /// - Parameter further: The answers to the further requests; without them a chosen value beyond a facet's limit
    ///   stands at zero.
    /// - Throws: `EngineAnswerError` where there are not as many answers as requests, `MissingFacetError` where one has
    ///   not the facet that was asked for.
    public func merged(
        _ responses: [SearchResponse<Content<Module>>], _ further: [SearchResponse<Content<Module>>] = []
    ) throws -> SearchAnswer<Module> {
        try check(responses.count, requests.count)
        let cut = further.isEmpty ? [] : try cutValues(in: responses)
        try check(further.count, cut.count)
        var totals: [[ValueKey: Int]] = Array(repeating: [:], count: facets.count)
        for (value, response) in zip(cut, further) {
            totals[value.facet][ValueKey(value.value)] = response.pageInfo.totalItems
        }
        let first = responses[0]
        return SearchAnswer(
            items: first.items, rejected: first.rejected, pageInfo: first.pageInfo, text: first.text,
            facets: try zip(facets, totals).map { try $0.result(in: responses, $1, of: engine) })
    }

    private struct CutValue {
        /// The facet's position.
        var facet: Int
        var value: FilterValue
        var request: SearchRequest
    }

    private func cutValues(in responses: [SearchResponse<Content<Module>>]) throws -> [CutValue] {
        try check(responses.count, requests.count)
        guard engine.countsTotal else { return [] }
        return try facets.enumerated().flatMap { index, facet in
            try facet.cutValues(in: responses, of: engine).map { value in
                let request = requests[facet.answer].counting(value, of: facet)
                return CutValue(facet: index, value: value, request: request)
            }
        }
    }

    private func check(_ answered: Int, _ asked: Int) throws {
        guard answered == asked else {
            throw EngineAnswerError(engine: engine.name, asked: asked, answered: answered)
        }
    }
}
