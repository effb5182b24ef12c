public import Quire

/// The requests that answer a draft, and how their answers come together: pure, with no I/O.
///
/// ```swift
/// let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
/// let answers = try await content.answers(to: plan.requests, of: Books.self)
/// let answer = try plan.merged(answers)
/// ```
/// An engine that counts disjunctive facets itself is asked once. Another one is asked once more for each disjunctive
/// facet of which something is chosen, without what was chosen of it: the 1 + D expansion. The counts of the others are
/// those of the first answer, because leaving out nothing changes nothing.
public struct SearchPlan<Module: ContentModule>: Sendable, Hashable {
    /// The first asks for the items; the others only count.
    public let requests: [SearchRequest]
    /// The facets that the draft has asked for, each with where its counts stand.
    let facets: [PlannedFacet]
    private let draft: SearchDraft<Module>
    private let engine: EngineCapabilities

    /// - Parameters:
    ///   - page: Counted from 1.
    ///   - counts: Whether facets are wanted; later pages of a result do not count again.
    ///   - expanding: Asks in 1 + D requests whatever the engine can do itself.
    public init(
        _ draft: SearchDraft<Module>, page: Int, counts: Bool = true, for engine: EngineCapabilities,
        expanding: Bool = false
    ) throws {
        self.draft = draft
        self.engine = engine
        let asked = DraftRequest(draft: draft, engine: engine)
        let wanted = counts ? draft.query.request.facets : []
        let isExpanded = expanding || !engine.disjunctiveFacets
        var request = asked.request(page: page, counting: wanted)
        var requests: [SearchRequest] = []
        var facets: [PlannedFacet] = []
        for facet in wanted {
            var planned = PlannedFacet(facet, choice: draft.refinements[facet.field])
            if isExpanded, facet.isDisjunctive, request.isRefined(facet.field) {
                requests.append(request.counting(facet))
                planned.answer = requests.count
            }
            facets.append(planned)
        }
        if isExpanded {
            for index in request.facets.indices { request.facets[index].isDisjunctive = false }
        }
        self.requests = [request] + requests
        self.facets = facets
    }

    /// The answer to the draft, from the answers to the requests.
    ///
    /// - Throws: `EngineAnswerError` where there are not as many answers as requests, or a facet is missing in one.
    public func merged(_ responses: [SearchResponse<Content<Module>>]) throws -> SearchAnswer<Module> {
        guard let first = responses.first, responses.count == requests.count else {
            throw EngineAnswerError(
                engine: engine.name, asked: requests.count, answered: responses.count)
        }
        return SearchAnswer(
            items: first.items, rejected: first.rejected, pageInfo: first.pageInfo, text: first.text,
            facets: try facets.map { try $0.result(in: responses, of: engine) })
    }
}

extension SearchRequest {
    /// Whether something narrows the facet of that field.
    fileprivate func isRefined(_ field: String) -> Bool {
        refinements.contains { $0.field.isSpelled(as: field) }
    }

    /// What counts a disjunctive facet: all filters but the facet's own, no items.
    fileprivate func counting(_ facet: FacetRequest) -> SearchRequest {
        var request = self
        request.refinements.removeAll { $0.field.isSpelled(as: facet.field) }
        var facet = facet
        facet.isDisjunctive = false
        request.facets = [facet]
        return request.withoutItems
    }

    /// The same search with next to nothing of its items.
    var withoutItems: SearchRequest {
        var request = self
        request.page = .page(1, size: 1)
        request.fields = []
        request.include = []
        request.includesAll = false
        request.sort = []
        request.countsTotal = false
        request.decoding = DecodingOptions()
        request.decoding.mode = .lenient
        return request
    }
}
