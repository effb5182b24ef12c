import QuireCore
import QuireEngine
import QuireRemote

extension SearchResult {
    /// Creates the facet from the response.
    func facet(_ request: FacetRequest, _ field: IndexedField, _ index: RecordIndex) -> FacetResult {
        let names = index.attributes(of: field)
        let counts = facets[names.counted] ?? []
        let readableCounts = counts.compactMap { entry in
            RecordKey.value(of: entry.key, isDate: field.isDate).map { FacetCount($0, entry.count) }
        }
        let valueFilter = FacetValueFilter(request, field.descriptor, index.analyzer)
        // For a text that is too long for a key, only the digest is known.
        let isWhole =
            areFacetsExact && readableCounts.count == counts.count
            && (valueFilter.passesAll
                ? counts.count <= request.maximumValues : counts.count < Self.mostLookedThrough)
        let ordered = valueFilter.shown(readableCounts)
        return FacetResult(
            field: request.field, counts: Array(ordered.prefix(request.maximumValues)),
            statistics: field.hasNumbers
                ? (isWhole ? FacetStatistics(of: ordered) : FacetStatistics(statistics[names.number])) : nil,
            isExhaustive: isWhole && ordered.count <= request.maximumValues)
    }

    /// The maximum number of values that the service returns for a facet.
    static let mostLookedThrough = 1000
}

extension FacetStatistics {
    /// The service's own statistics, which have the average but no count; `nil` unless all four values are present.
    fileprivate init?(_ json: JSONValue?) {
        guard let minimum = json?["min"]?.double, let maximum = json?["max"]?.double,
            let average = json?["avg"]?.double, let sum = json?["sum"]?.double
        else { return nil }
        let count = average == 0 ? 0 : (sum / average).rounded()
        self.init(count: Int(exactly: count) ?? 0, minimum: minimum, maximum: maximum, sum: sum)
    }
}
