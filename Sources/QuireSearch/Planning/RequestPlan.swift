import QuireCore
import QuireEngine
import QuireText

/// The implementation of `SearchPlan`, independent of the module. It never accesses items.
struct RequestPlan: Sendable, Hashable {
    let requests: [SearchRequest]
    private let facets: [PlannedFacet]
    private let engine: EngineCapabilities

    init(_ asked: DraftRequest, page: Int, counts: Bool, expanding: Bool) throws {
        let draft = asked.draft
        guard page >= 1, draft.pageSize >= 1 else {
            throw QueryError(
                .invalidPage, module: asked.searched.module.name, node: "page \(page) of \(draft.pageSize)",
                expected: "a page and a page size of at least 1")
        }
        guard draft.query.value.page == .standard, page == 1 || !draft.loadsEverything else {
            throw QueryError(
                .invalidPage, module: asked.searched.module.name,
                node: draft.loadsEverything ? "page \(page) of onePage()" : "the page of a search's query",
                expected: "page(n, size:), an offset that is a multiple of its limit, or onePage()")
        }
        engine = asked.engine
        let isExpanded = expanding || !engine.disjunctiveFacets
        let wanted = counts ? asked.facets : []
        let levels = counts ? asked.levels : []
        var counted = wanted
        for facet in levels.flatMap(\.facets)
        where !counted.contains(where: { $0.field.isByteEqual(to: facet.field) }) { counted.append(facet) }
        var request = asked.request(page: page, counting: counted)
        var others: [SearchRequest] = []
        var facets: [PlannedFacet] = []
        for facet in wanted {
            var planned = PlannedFacet(facet, draft.refinements[facet.field], of: request.module)
            if isExpanded, facet.isDisjunctive, request.isRefined(facet.field) {
                others.append(request.counting(facet))
                planned.response = others.count
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
                    planned.response = others.count
                }
                facets.removeAll { $0.request.field.isByteEqual(to: facet.field) }
                facets.append(planned)
            }
        }
        if isExpanded {
            for index in request.facets.indices { request.facets[index].isDisjunctive = false }
        }
        requests = [request] + others
        self.facets = facets
    }

    func furtherRequests(after responses: [[FacetResult]]) throws -> [SearchRequest] {
        try cutValues(in: responses).map(\.request)
    }

    /// Returns the facets of the whole result.
    ///
    /// - Parameters:
    ///   - responses: The facets of each response.
    ///   - further: The totals of the responses to the further requests.
    func facets(from responses: [[FacetResult]], _ further: [Int?]) throws -> [FacetResult] {
        try check(responses.count, requests.count)
        let cut = further.isEmpty ? [] : try cutValues(in: responses)
        try check(further.count, cut.count)
        var totals: [[ValueKey: Int]] = Array(repeating: [:], count: facets.count)
        for (value, total) in zip(cut, further) { totals[value.facet][ValueKey(value.value)] = total }
        return try zip(facets, totals).map { try $0.result(in: responses, $1, of: engine) }
    }

    private struct CutValue {
        /// The index of the facet.
        var facet: Int
        var value: FilterValue
        var request: SearchRequest
    }

    private func cutValues(in responses: [[FacetResult]]) throws -> [CutValue] {
        try check(responses.count, requests.count)
        guard engine.countsTotal else { return [] }
        return try facets.enumerated().flatMap { index, facet in
            try facet.cutValues(in: responses, of: engine).map { value in
                let request = requests[facet.response].counting(value, of: facet)
                return CutValue(facet: index, value: value, request: request)
            }
        }
    }

    private func check(_ returned: Int, _ requested: Int) throws {
        guard returned == requested else {
            throw ResponseCountError(engine: engine.name, requested: requested, returned: returned)
        }
    }
}
