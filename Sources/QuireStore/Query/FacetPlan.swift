#if SQLite
import Quire

/// A facet as SQL: the values of one field, counted over what a search finds.
struct FacetPlan {
    let facet: FacetRequest
    let field: FieldDescriptor
    /// What is counted: the search without its page, and without the facet's own refinements where it is disjunctive.
    var plan: SearchPlan
    private let column: FieldLayout

    /// The facets of a request, in its order.
    static func plans(
        _ request: SearchRequest, _ layout: ModuleLayout, _ analyzer: TextAnalyzer
    ) throws -> [FacetPlan] {
        try request.facets.map { facet in
            let field = try layout.module.facet(facet.field)
            guard let column = layout.field(facet.field) else {
                throw QueryError(
                    .unknownProperty, module: layout.module.name, node: "facet \"\(facet.field)\"",
                    expected: "a field that the store holds")
            }
            var counted = request.refined(except: facet.isDisjunctive ? facet.field : nil)
            counted.sort = []
            counted.page = .all
            counted.countsTotal = false
            return FacetPlan(
                facet: facet, field: field, plan: try SearchPlan(counted, layout, analyzer), column: column)
        }
    }

    /// Rows of a value, its count, how many values there are; of numbers the statistics of all of them besides.
    var statement: SQLBuilder {
        let statistics =
            hasStatistics
            ? ", sum(n) OVER (), min(value) OVER (), max(value) OVER (), total(value * CAST(n AS REAL)) OVER ()"
            : ""
        var statement = SQLBuilder("SELECT value, n, count(*) OVER ()\(statistics) FROM (")
        statement.append(column.storage.element == nil ? ofColumn : ofElements)
        statement.append(") WHERE value IS NOT NULL ORDER BY n DESC, value LIMIT ")
        statement.bind(.integer(Int64(facet.maximumValues)))
        return statement
    }

    private var ofColumn: SQLBuilder {
        let isNarrow = column.storage.isNarrow
        let value = "\(isNarrow ? "m" : "t").\(SQLite.quoted(column.column))"
        var statement = SQLBuilder("SELECT \(value) AS value, count(*) AS n")
        statement.append(plan.from(plan.filtersText || !isNarrow))
        plan.append(where: nil, .planned, to: &statement)
        statement.append(" GROUP BY \(value)")
        return statement
    }

    /// The side table has each different element of an item once, in the order of the values.
    private var ofElements: SQLBuilder {
        var statement = SQLBuilder(
            "SELECT e.value AS value, count(*) AS n FROM \(SQLite.quoted(column.side ?? "")) AS e")
        if !plan.findsAll {
            statement.append(" WHERE e.item IN (SELECT m.item")
            statement.append(plan.from(plan.filtersText))
            plan.append(where: nil, .planned, to: &statement)
            statement.append(")")
        }
        statement.append(" GROUP BY e.value")
        return statement
    }

    /// Whether the statement's rows have statistics behind their first three columns.
    var hasStatistics: Bool { [.number, .date].contains(field.kind.comparison) }
}

extension SearchPlan {
    /// Whether nothing narrows the search.
    fileprivate var findsAll: Bool {
        guard match == nil, driver == nil, case .always = condition else { return false }
        return true
    }
}
#endif
