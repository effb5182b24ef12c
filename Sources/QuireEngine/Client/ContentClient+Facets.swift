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

extension SearchRequest {
    /// The same search with as few items as possible: one, without values, and leniently decoded.
    package var withoutItems: SearchRequest {
        var request = self
        request.page = .page(1, size: 1)
        request.limit = nil
        request.fields = []
        request.relatedFields = []
        request.include = []
        request.includesAll = false
        request.removeSort()
        // Only words count, so no vector is needed.
        if request.text?.mode == .meaning { request.text?.mode = .anyWord }
        request.countsTotal = false
        request.decoding = DecodingOptions()
        request.decoding.mode = .lenient
        return request
    }

    /// A request that only counts a facet. A disjunctive one ignores its own refinements.
    package func counting(_ facet: FacetRequest) -> SearchRequest {
        var request = withoutItems
        if facet.isDisjunctive { request.refinements.removeAll { $0.field == facet.field } }
        var facet = facet
        facet.isDisjunctive = false
        facet.countsMissing = false
        request.facets = [facet]
        return request
    }

    /// A request that counts the items of a facet with a value, or without any, with the same filters as the facet's counts.
    package func counting(_ value: FilterValue?, of facet: FacetRequest) -> SearchRequest {
        var request = counting(facet)
        request.facets = []
        request.countsTotal = true
        request.refinements.append(
            value.map { module.refinement(of: facet.field, to: $0) }
                ?? FacetRefinement(facet.field, .leaf(.init(.equal, facet.field, value: .null, type: .null))))
        return request
    }
}

extension ModuleDescriptor {
    /// The refinement of a facet to one of its values.
    fileprivate func refinement(of field: String, to value: FilterValue) -> FacetRefinement {
        if fields[path: field]?.facet == .hierarchical, case .string(let path) = value {
            return FacetRefinement(field, paths: [path])
        }
        return FacetRefinement(field, .leaf(.init(.in, field, value: .list([value]), type: value.wireType)))
    }
}
