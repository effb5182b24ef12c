#if SQLite

import QuireCore
import QuireEngine

extension SearchRunner {
    /// The facets of the request, in the same order.
    func facets() throws -> [FacetResult] {
        try plan.facets.map { facet in
            var runner = self
            runner.plan = facet.plan
            runner.plan.match = plan.match
            guard !runner.isEmpty else {
                return FacetResult(field: facet.field.name, counts: [], isExhaustive: true)
            }
            var counting = facet
            counting.plan = runner.plan
            if counting.isHierarchical { return try paths(of: counting) }
            return try counting.valueFilter.passesAll ? result(of: counting) : shown(of: counting)
        }
    }

    /// For a hierarchical facet, the ancestor paths of each value are counted too, once per item.
    private func paths(of facet: FacetPlan) throws -> FacetResult {
        var counter = FacetCounter(of: facet.field)
        let statement = facet.paths
        try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var item: Int64?
            var values: [EvaluatedValue] = []
            while try row.step() {
                guard facet.hasSeveralPaths else {
                    if case .text(let text) = row.value(0) { counter.add(text, Int(row.integer(1))) }
                    continue
                }
                if item != row.integer(0) {
                    counter.add(values)
                    values = []
                    item = row.integer(0)
                }
                if case .text(let text) = row.value(1) { values.append(.text(text)) }
            }
            counter.add(values)
        }
        return counter.result(facet.facet, facet.valueFilter)
    }

    /// The requested number of values that pass the filter, the most frequent first.
    private func shown(of facet: FacetPlan) throws -> FacetResult {
        let statement = facet.statement
        return try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var result = FacetResult(field: facet.field.name, counts: [], isExhaustive: true)
            while result.isExhaustive, try row.step() {
                let value = row.value(0).facetValue(of: facet.field.kind)
                guard facet.valueFilter.passes(value) else { continue }
                result.isExhaustive = result.counts.count < facet.facet.maximumValues
                if result.isExhaustive { result.counts.append(FacetCount(value, Int(row.integer(1)))) }
            }
            return result
        }
    }

    private func result(of facet: FacetPlan) throws -> FacetResult {
        let statement = facet.statement
        return try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var result = FacetResult(field: facet.field.name, counts: [], isExhaustive: true)
            while try row.step() {
                let count = Int(row.integer(1))
                result.counts.append(FacetCount(row.value(0).facetValue(of: facet.field.kind), count))
                guard result.counts.count == 1 else { continue }
                result.isExhaustive = row.integer(2) <= Int64(facet.facet.maximumValues)
                guard facet.hasStatistics else { continue }
                result.statistics = FacetStatistics(
                    count: Int(row.integer(3)), minimum: row.value(4).double, maximum: row.value(5).double,
                    sum: row.value(6).double)
            }
            return result
        }
    }
}

extension SQLValue {
    /// The value of a column in the form that a facet shows.
    func facetValue(of kind: FieldKind) -> FilterValue {
        switch (self, kind.comparison) {
        case (.integer(let number), .date): .date(milliseconds: number)
        case (.integer(let number), .boolean): .boolean(number != 0)
        case (.integer(let number), _): .integer(number)
        // 0 and -0 are the same value.
        case (.real(let number), _): .number(number == 0 ? 0 : number)
        case (.text(let text), _): .string(text)
        case (.null, _), (.blob, _): .null
        }
    }

    fileprivate var double: Double {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .null, .text, .blob: 0
        }
    }
}
#endif
