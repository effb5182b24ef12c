#if SQLite
import Quire

extension SearchRunner {
    /// The facets of the request, in its order.
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
            return try result(of: counting)
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
    /// The value of a column as a facet shows it.
    fileprivate func facetValue(of kind: FieldKind) -> FilterValue {
        switch (self, kind.comparison) {
        case (.integer(let number), .date): .date(milliseconds: number)
        case (.integer(let number), .boolean): .boolean(number != 0)
        case (.integer(let number), _): .integer(number)
        // 0 and -0 are one value.
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
