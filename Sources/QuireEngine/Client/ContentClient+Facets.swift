import QuireCore

extension ContentClient {
    /// Adds what engines do not report with their facets: the number of items without a value, and chosen values that few
    /// or no items of the result have. Searches for them are sent only if they are needed. Search sessions plan their own.
    func completeFacets<Item>(of request: SearchRequest, in response: inout SearchResponse<Item>) async throws
    {
        func count(_ value: FilterValue?, of facet: FacetRequest) async throws -> Int? {
            let counting = request.counting(value, of: facet)
            return try await self.response(counting, reading: .ids(of: request.module)).pageInfo.totalItems
        }
        for facet in request.facets {
            guard let index = response.facets.firstIndex(where: { $0.field == facet.field })
            else {
                continue
            }
            if facet.countsMissing { response.facets[index].missing = try await count(nil, of: facet) }
            for value in request.choices(in: facet) {
                let result = response.facets[index]
                guard !result.counts.contains(where: { $0.value.isSame(as: value) }) else { continue }
                let number = result.isExhaustive ? 0 : try await count(value, of: facet)
                response.facets[index].counts.append(FacetCount(value, number ?? 0))
            }
        }
    }
}

extension SearchRequest {
    /// The values that the refinements choose from a facet. A facet that is searched, or opened at some paths, shows only
    /// what was asked for.
    fileprivate func choices(in facet: FacetRequest) -> [FilterValue] {
        guard facet.matching == nil, facet.openPaths == nil else { return [] }
        return refinements.filter { $0.field == facet.field && !$0.excludesPaths }.flatMap {
            $0.paths?.map(FilterValue.string) ?? $0.filter.chosenValues
        }
    }
}

extension Filter {
    fileprivate var chosenValues: [FilterValue] {
        switch self {
        case .leaf(let leaf):
            if leaf.operation == .in, case .list(let values) = leaf.value { values } else { [] }
        case .and(let operands), .or(let operands): operands.flatMap(\.chosenValues)
        case .any, .none: []
        }
    }
}
