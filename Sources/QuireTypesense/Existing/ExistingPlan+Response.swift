import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension ExistingPlan {
    /// The response to the plan's searches, in the order of `entries`.
    ///
    /// - Parameter documents: All items, if everything was requested.
    func response(_ results: [SearchResult], everything documents: [FoundDocument]? = nil) -> EngineResponse {
        let total = findsNothing ? 0 : results.first?.found ?? 0
        let countsTotal = request.countsTotal ? total : nil
        let facets = facets(in: results)
        guard case .slice(let offset, let limit) = window else {
            let documents = documents ?? []
            let found = documents.compactMap(\.instance)
            var info = PageInfo(page: 1, limit: found.count, offset: 0, totalItems: countsTotal)
            info.meaning = meaning
            return EngineResponse(
                ClusterPage(found, info, isWhole: true), nextCursor: nil,
                text: textInfo(documents.flatMap(\.highlights)),
                facets: facets)
        }
        var found: [StoredSlice] = []
        if !findsNothing {
            let first = offset / pageSize
            for (page, result) in zip(first..., results) where result.hits.count > 0 {
                guard page <= (offset + max(1, limit) - 1) / pageSize else { break }
                for (index, hit) in result.hits.enumerated() {
                    let position = page * pageSize + index
                    if (offset..<offset + limit).contains(position), let instance = hit.instance {
                        found.append(instance)
                    }
                }
            }
        }
        var cursor: Cursor?
        if case .cursor = request.page, offset + limit < total {
            cursor = ClusterCursor.cursor(
                of: request, engine: TypesenseConnection.engineName, place: .count(offset + limit))
        }
        let isCursor = if case .cursor = request.page { true } else { false }
        var info = PageInfo(
            page: isCursor || limit == 0 ? 1 : offset / limit + 1, limit: limit,
            offset: isCursor ? 0 : offset, totalItems: countsTotal)
        info.meaning = meaning
        var response = EngineResponse(
            ClusterPage(found, info, isWhole: false), nextCursor: cursor,
            text: textInfo(results.flatMap(\.hits).flatMap(\.highlights)), facets: facets)
        response.serverResponses = results.compactMap(\.response)
        return response
    }

    /// The server's order and highlights.
    private func textInfo(_ marked: [HighlightedText]) -> TextSearchInfo? {
        request.text.map { _ in
            TextSearchInfo(
                ranking: request.sort.isEmpty ? .relevance : .sorted,
                highlighter: TextHighlighter(served: marked, settings.analyzer))
        }
    }

    private func facets(in results: [SearchResult]) -> [FacetResult] {
        var found: [FacetResult?] = Array(repeating: nil, count: search.facets.count)
        for (entry, result) in zip(entries, results) where !entry.facets.isEmpty {
            guard
                let group = facetGroups.first(where: {
                    $0.filter == entry.filter && $0.fields == entry.facets
                })
            else { continue }
            for (position, field) in zip(group.positions, group.fields) {
                let counts = (result.facets[field.descriptor.name] ?? []).compactMap { value, count in
                    self.value(value, of: field).map { FacetCount($0, count) }
                }
                found[position] =
                    FacetCounts(
                        field, search.facets[position].request, decoded: counts, settings.analyzer
                    ).result
            }
        }
        return zip(found, search.facets).map { result, facet in
            result ?? FacetCounts(facet.field, facet.request, decoded: [], settings.analyzer).result
        }
    }

    /// A value as the server prints it.
    private func value(_ text: String, of field: IndexedField) -> FilterValue? {
        switch (layout[field]?.type, field.comparison) {
        case ("bool", _): return .boolean(text == "true")
        case ("string", _): return .string(text)
        case (_, .date):
            guard let number = Int64(text) else { return nil }
            switch field.descriptor.kind {
            case .date(.epochSeconds), .time(.epochSeconds), .dateTime(.epochSeconds):
                let (milliseconds, isTooLarge) = number.multipliedReportingOverflow(by: 1000)
                return isTooLarge ? nil : .date(milliseconds: milliseconds)
            default: return .date(milliseconds: number)
            }
        default:
            return field.isDouble
                ? Double(text).map(FilterValue.number) : Int64(text).map(FilterValue.integer)
        }
    }
}
