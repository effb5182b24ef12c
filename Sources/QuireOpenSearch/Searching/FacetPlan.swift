import QuireCluster
import QuireCore
import QuireEngine
import QuireText

/// The aggregations that count facets, and how to parse their results.
struct FacetPlan {
    private let search: IndexedSearch
    private let refinements: [(field: IndexedField, clause: Clause)]
    private let isDisjunctive: Bool
    private let analyzer: TextAnalyzer

    /// How many values are fetched if they are filtered here.
    static let mostLookedThrough = 10_000

    /// - Parameter isDisjunctive: Whether refinements are applied to the items after counting, so that each facet
    ///   must be counted with its own filter.
    init(
        _ search: IndexedSearch, _ refinements: [(field: IndexedField, clause: Clause)], isDisjunctive: Bool,
        analyzer: TextAnalyzer
    ) {
        self.analyzer = analyzer
        self.search = search
        self.refinements = refinements
        self.isDisjunctive = isDisjunctive
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        for (index, facet) in search.facets.enumerated() {
            let aggregations = aggregations(facet.request, facet.field, index)
            guard isDisjunctive else {
                for member in aggregations {
                    json.key(member.name)
                    json.value(member.value)
                }
                continue
            }
            let others = refinements.filter { !(facet.request.isDisjunctive && $0.field == facet.field) }
            json.key("facet\(index)")
            json.beginObject()
            json.key("filter")
            Clause.all(others.map(\.clause)).simplified.write(to: &json)
            json.key("aggs")
            json.value(.object(aggregations))
            json.endObject()
        }
        json.endObject()
    }

    private func aggregations(
        _ request: FacetRequest, _ field: IndexedField, _ index: Int
    ) -> [JSONValue.Member] {
        let name = field.name(
            of: field.isHierarchical ? .path : field.comparison == .text ? .key : .order)
        let size = valueFilter(request, field).passesAll ? request.maximumValues : Self.mostLookedThrough
        var aggregations = [
            JSONValue.Member(
                "values\(index)",
                .of([
                    "terms": .of([
                        "field": .string(name), "size": .count(size),
                        "order": .array([
                            .of(["_count": .string("desc")]), .of(["_key": .string("asc")]),
                        ]),
                    ])
                ]))
        ]
        if field.hasStatistics {
            aggregations.append(
                .init(
                    "statistics\(index)",
                    .of(["stats": .of(["field": .string(field.name(of: .number))])])))
        }
        return aggregations
    }

    /// Parses the facets in a response; `nil` if it lacks any of them.
    func results(_ aggregations: JSONValue?) -> [FacetResult]? {
        var results: [FacetResult] = []
        for (index, facet) in search.facets.enumerated() {
            let counted = isDisjunctive ? aggregations?["facet\(index)"] : aggregations
            guard let values = counted?["values\(index)"], let buckets = values["buckets"]?.elements else {
                return nil
            }
            let counts = buckets.compactMap { bucket -> FacetCount? in
                guard let key = bucket["key"]?.string, let count = bucket["doc_count"]?.int,
                    let value = facet.field.facetValue(key)
                else { return nil }
                return FacetCount(value, count)
            }
            let shown = valueFilter(facet.request, facet.field).shown(counts)
            results.append(
                FacetResult(
                    field: facet.field.descriptor.name,
                    counts: Array(shown.prefix(facet.request.maximumValues)),
                    statistics: facet.field.hasStatistics
                        ? Self.statistics(counted?["statistics\(index)"]) : nil,
                    isExhaustive: counts.count == buckets.count
                        && shown.count <= facet.request.maximumValues
                        && values["sum_other_doc_count"]?.int == 0
                        && (values["doc_count_error_upper_bound"]?.int ?? 0) == 0))
        }
        return results
    }

    private func valueFilter(_ request: FacetRequest, _ field: IndexedField) -> FacetValueFilter {
        FacetValueFilter(request, field.descriptor, analyzer)
    }

    /// The facets of an empty result.
    var empty: [FacetResult] {
        search.facets.map { FacetResult(field: $0.field.descriptor.name, counts: [], isExhaustive: true) }
    }

    private static func statistics(_ json: JSONValue?) -> FacetStatistics? {
        guard let count = json?["count"]?.int, count > 0, let minimum = json?["min"]?.double,
            let maximum = json?["max"]?.double, let sum = json?["sum"]?.double
        else { return nil }
        return FacetStatistics(count: count, minimum: minimum, maximum: maximum, sum: sum)
    }
}

extension IndexedField {
    fileprivate var hasStatistics: Bool { comparison == .number || comparison == .date }

    /// The value of a bucket's key; `nil` if the key is only the beginning of a long text.
    fileprivate func facetValue(_ key: String) -> FilterValue? {
        switch comparison {
        case .text: return key.utf8.count > TextKey.limit ? nil : .string(TextKey.decoded(key))
        case .boolean: return .boolean(key == "1")
        case .number, .date:
            guard let number = OrderKey.integer(hexadecimal: key) else { return nil }
            if comparison == .date { return .date(milliseconds: number) }
            return isWhole ? .integer(number) : .number(OrderKey.number(of: number))
        case .place, .nothing: return nil
        }
    }
}
