import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// The aggregations that count facets, and how to parse their results.
struct FacetPlan {
    private let search: IndexedSearch
    private let state: IndexStatus
    private let refinements: [(field: IndexedField, clause: Clause)]
    private let isDisjunctive: Bool
    private let analyzer: TextAnalyzer

    /// How many values are fetched if they are filtered here.
    static let mostLookedThrough = 10_000

    /// - Parameter isDisjunctive: Whether refinements are applied to the items after counting, so that each facet
    ///   must be counted with its own filter.
    init(
        _ search: IndexedSearch, in state: IndexStatus, refinements: [(field: IndexedField, clause: Clause)],
        isDisjunctive: Bool, analyzer: TextAnalyzer
    ) {
        self.state = state
        self.analyzer = analyzer
        self.search = search
        self.refinements = refinements
        self.isDisjunctive = isDisjunctive
    }

    var json: JSONValue {
        .object(
            search.facets.enumerated().flatMap { index, facet in
                let aggregations = aggregations(facet.request, facet.field, index: index)
                guard isDisjunctive else { return aggregations }
                let others = refinements.filter {
                    !(facet.request.isDisjunctive && $0.field == facet.field)
                }
                let counted = JSONValue.of([
                    "filter": Clause.all(others.map(\.clause)).distinct.json(),
                    "aggs": .object(aggregations),
                ])
                return [.init("facet\(index)", counted)]
            })
    }

    private func aggregations(
        _ request: FacetRequest, _ field: IndexedField, index: Int
    ) -> [JSONValue.Member] {
        let form = state.form(of: field)
        let name = field.isHierarchical ? field.name(of: .path) : form.valueName ?? ""
        let countsAll =
            form.nested != nil || isSummedHere(field) || !valueFilter(request, field).passesAll
        let size = countsAll ? Self.mostLookedThrough : request.maximumValues
        let terms = JSONValue.Member(
            "terms",
            .of([
                "field": .string(name), "size": .count(size),
                "order": .array([
                    .of(["_count": .string("desc")]), .of(["_key": .string("asc")]),
                ]),
            ]))
        var values = JSONValue.object([terms])
        if let path = form.nested {
            // The buckets count objects, and in each the items that have them.
            let items = JSONValue.of(["items": .of(["reverse_nested": .empty])])
            values = .of([
                "nested": .of(["path": .string(path)]),
                "aggs": .of(["values": .object([terms, .init("aggs", items)])]),
            ])
        }
        var aggregations = [JSONValue.Member("values\(index)", values)]
        if !isSummedHere(field), let statistics = form.statistics(of: field) {
            aggregations.append(
                .init("statistics\(index)", .of(["stats": .of(["field": .string(statistics.name)])])))
        }
        return aggregations
    }

    /// Parses the facets in a response; `nil` if it lacks any of them.
    func results(_ aggregations: JSONValue?) -> [FacetResult]? {
        var results: [FacetResult] = []
        for (index, facet) in search.facets.enumerated() {
            let counted = isDisjunctive ? aggregations?["facet\(index)"] : aggregations
            let form = state.form(of: facet.field)
            let terms = counted?["values\(index)"]
            guard let values = form.nested == nil ? terms : terms?["values"],
                let buckets = values["buckets"]?.elements
            else { return nil }
            let counts = buckets.compactMap { bucket -> FacetCount? in
                let items = form.nested == nil ? bucket : bucket["items"]
                guard let key = bucket["key"], let count = items?["doc_count"]?.int,
                    let value = form.facetValue(of: key, in: facet.field)
                else { return nil }
                return FacetCount(value, count)
            }
            let selection = valueFilter(facet.request, facet.field).shown(counts)
            let isWhole =
                counts.count == buckets.count && values["sum_other_doc_count"]?.int == 0
                && (values["doc_count_error_upper_bound"]?.int ?? 0) == 0
            results.append(
                FacetResult(
                    field: facet.field.descriptor.name,
                    counts: Array(selection.prefix(facet.request.maximumValues)),
                    statistics: isSummedHere(facet.field)
                        ? isWhole ? FacetStatistics(of: counts) : nil
                        : form.statistics(of: facet.field).flatMap {
                            Self.statistics(counted?["statistics\(index)"], times: $0.factor)
                        },
                    isExhaustive: isWhole && selection.count <= facet.request.maximumValues))
        }
        return results
    }

    /// Whether statistics are computed from the counts: the server's own include equal values of one item more than once.
    private func isSummedHere(_ field: IndexedField) -> Bool {
        field.isList && state.existing != nil && state.form(of: field).statistics(of: field) != nil
    }

    private func valueFilter(_ request: FacetRequest, _ field: IndexedField) -> FacetValueFilter {
        FacetValueFilter(request, field.descriptor, analyzer: analyzer)
    }

    /// The facets of an empty result.
    var empty: [FacetResult] {
        search.facets.map { FacetResult(field: $0.field.descriptor.name, counts: [], isExhaustive: true) }
    }

    private static func statistics(_ json: JSONValue?, times factor: Double) -> FacetStatistics? {
        guard let count = json?["count"]?.int, count > 0, let minimum = json?["min"]?.double,
            let maximum = json?["max"]?.double, let sum = json?["sum"]?.double
        else { return nil }
        return FacetStatistics(
            count: count, minimum: minimum * factor, maximum: maximum * factor, sum: sum * factor)
    }
}
