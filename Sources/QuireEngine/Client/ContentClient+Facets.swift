import QuireCore

extension ContentClient {
    /// Adds what engines do not report with their facets: the number of items without a value, and chosen values that few
    /// or no items of the result have. Searches for them are sent only if they are needed.
    func completeFacets<Item>(of request: SearchRequest, in response: inout SearchResponse<Item>) async throws
    {
        for facet in request.facets {
            guard let index = response.facets.firstIndex(where: { $0.field.isByteEqual(to: facet.field) })
            else {
                continue
            }
            if facet.countsMissing {
                let isMissing = Filter.leaf(.init(.equal, facet.field, .null, type: .null))
                response.facets[index].missing = try await count(isMissing, for: facet, of: request)
            }
            for choice in request.choices(in: facet) {
                let result = response.facets[index]
                guard !result.counts.contains(where: { $0.value.isSame(as: choice.value) }) else { continue }
                let count = result.isExhaustive ? 0 : try await count(choice.filter, for: facet, of: request)
                response.facets[index].counts.append(FacetCount(choice.value, count ?? 0))
            }
        }
    }

    /// The number of items that a facet counts and that meet a condition.
    private func count(
        _ filter: Filter, for facet: FacetRequest, of request: SearchRequest
    ) async throws -> Int? {
        var counting = request.refined(except: facet.isDisjunctive ? facet.field : nil)
        counting.filter = .joining(.and, (counting.filter.map { [$0] } ?? []) + [filter])
        counting.page = .page(1, size: 1)
        counting.limit = nil
        counting.countsTotal = true
        counting.fields = []
        counting.include = []
        counting.relatedFields = []
        return try await response(counting, reading: .ids(of: request.module)).pageInfo.totalItems
    }
}

extension SearchRequest {
    /// The values that the refinements choose from a facet, each with its condition. A facet that is searched, or opened at
    /// some paths, shows only what was asked for.
    fileprivate func choices(in facet: FacetRequest) -> [(value: FilterValue, filter: Filter)] {
        guard facet.matching == nil, facet.openPaths == nil else { return [] }
        var choices: [(value: FilterValue, filter: Filter)] = []
        for refinement in refinements where refinement.field.isByteEqual(to: facet.field) {
            if refinement.excludesPaths { continue }
            if let paths = refinement.paths {
                choices += paths.map { (.string($0), FacetRefinement(facet.field, paths: [$0]).filter) }
            } else {
                choices += refinement.filter.chosenValues(of: facet.field)
            }
        }
        return choices
    }
}

extension Filter {
    fileprivate func chosenValues(of field: String) -> [(value: FilterValue, filter: Filter)] {
        switch self {
        case .leaf(let leaf):
            guard leaf.operation == .in, case .list(let values) = leaf.value else { return [] }
            return values.map { (value: $0, filter: .leaf(.init(.in, field, .list([$0]), type: leaf.type))) }
        case .and(let operands), .or(let operands): return operands.flatMap { $0.chosenValues(of: field) }
        default: return []
        }
    }
}
