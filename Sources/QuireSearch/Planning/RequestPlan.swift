import QuireCore
import QuireEngine
import QuireText

/// The implementation of `SearchPlan`, independent of the module. It never accesses items.
struct RequestPlan: Sendable, Hashable {
    let requests: [SearchRequest]
    private let facets: [PlannedFacet]
    private let engine: EngineCapabilities

    init(_ draftRequest: DraftRequest, page: Int, counts: Bool, expanding: Bool) throws {
        let draft = draftRequest.draft
        guard page >= 1, draft.pageSize >= 1 else {
            throw QueryError(
                .invalidPage, module: draftRequest.searched.module.name,
                node: "page \(page) of \(draft.pageSize)",
                expected: "a page and a page size of at least 1")
        }
        guard draft.query.value.page == .standard, page == 1 || !draft.loadsEverything else {
            throw QueryError(
                .invalidPage, module: draftRequest.searched.module.name,
                node: draft.loadsEverything ? "page \(page) of page(.all)" : "the page of a search's query",
                expected: "page(n, size:), an offset that is a multiple of its limit, or page(.all)")
        }
        engine = draftRequest.engine
        let isExpanded = expanding || !engine.disjunctiveFacets
        let plannedFacets = counts ? draftRequest.facets : []
        let levels = counts ? draftRequest.levels : []
        var counted = plannedFacets
        for facet in levels.flatMap(\.facets)
        where !counted.contains(where: { $0.field == facet.field }) { counted.append(facet) }
        var request = draftRequest.request(page: page, counting: counted)
        var others: [SearchRequest] = []
        var facets: [PlannedFacet] = []
        for facet in plannedFacets {
            var planned = PlannedFacet(facet, draft.refinements[facet.field], of: request.module)
            if isExpanded, facet.isDisjunctive,
                request.refinements.contains(where: { $0.field == facet.field })
            {
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
                facets.removeAll { $0.request.field == facet.field }
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
        try uncountedValues(in: responses).map(\.request)
    }

    /// Returns the facets of the whole result.
    ///
    /// - Parameters:
    ///   - responses: The facets of each response.
    ///   - further: The totals of the responses to the further requests.
    func facets(from responses: [[FacetResult]], _ further: [Int?]) throws -> [FacetResult] {
        try check(responses.count, requests.count)
        let uncounted = further.isEmpty ? [] : try uncountedValues(in: responses)
        try check(further.count, uncounted.count)
        var totals: [[FacetValueKey: Int]] = Array(repeating: [:], count: facets.count)
        var missing: [Int?] = Array(repeating: nil, count: facets.count)
        for (uncounted, total) in zip(uncounted, further) {
            if let value = uncounted.value {
                totals[uncounted.facet][FacetValueKey(value)] = total
            } else {
                missing[uncounted.facet] = total
            }
        }
        return try facets.indices.map { index in
            var result = try facets[index].result(in: responses, totals[index], of: engine)
            result.missing = missing[index]
            return result
        }
    }

    /// A value that no response counts; `nil` stands for no value.
    private struct UncountedValue {
        /// The index of the facet.
        var facet: Int
        var value: FilterValue?
        var request: SearchRequest
    }

    private func uncountedValues(in responses: [[FacetResult]]) throws -> [UncountedValue] {
        try check(responses.count, requests.count)
        guard engine.countsTotal else { return [] }
        return try facets.enumerated().flatMap { index, facet in
            let cut: [FilterValue?] = try facet.cutValues(in: responses, of: engine)
            return (cut + (facet.request.countsMissing ? [nil] : [])).map { value in
                let request = requests[facet.response].counting(value, of: facet.request)
                return UncountedValue(facet: index, value: value, request: request)
            }
        }
    }

    private func check(_ returned: Int, _ requested: Int) throws {
        guard returned == requested else {
            throw ResponseCountError(engine: engine.name, requested: requested, returned: returned)
        }
    }
}
