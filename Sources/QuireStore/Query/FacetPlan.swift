#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// A facet as SQL: the values of one field, counted over the matches of a search.
struct FacetPlan {
    let facet: FacetRequest
    let field: FieldDescriptor
    /// The search without its page, and for a disjunctive facet without the facet's own refinements.
    var plan: SearchPlan
    /// Selects the values to show. Unless it selects all, values are filtered while they are read.
    let valueFilter: FacetValueFilter
    private let column: FieldLayout

    /// The facets of a request, in the same order.
    static func plans(
        _ request: SearchRequest, _ layout: ModuleLayout, analyzer: TextAnalyzer,
        among layouts: [String: ModuleLayout]
    ) throws -> [FacetPlan] {
        try request.facets.map { facet in
            let field = try layout.module.facet(facet.field)
            guard let column = layout.field(facet.field) else {
                throw QueryError(
                    .unknownProperty, module: layout.module.name, node: "facet \"\(facet.field)\"",
                    expected: "a field that the store holds")
            }
            var counted = request.refined(except: facet.isDisjunctive ? facet.field : nil)
            counted.removeSort()
            counted.page = .all
            counted.countsTotal = false
            return FacetPlan(
                facet: facet, field: field,
                plan: try SearchPlan(counted, layout, analyzer: analyzer, among: layouts),
                valueFilter: FacetValueFilter(facet, field, analyzer: analyzer), column: column)
        }
    }

    /// Rows with a value, its count, and the number of values; for numbers also with the statistics of all values.
    var statement: SQLBuilder {
        let statistics =
            hasStatistics
            ? ", sum(n) OVER (), min(value) OVER (), max(value) OVER (), total(value * CAST(n AS REAL)) OVER ()"
            : ""
        var statement = SQLBuilder("SELECT value, n, count(*) OVER ()\(statistics) FROM (")
        statement.append(ofElements ?? ofColumn)
        statement.append(") WHERE value IS NOT NULL ORDER BY n DESC, value LIMIT ")
        statement.bind(.integer(valueFilter.passesAll ? Int64(facet.maximumValues) : -1))
        return statement
    }

    /// Whether the ancestor paths of a value are counted too. The rows do not contain them.
    var isHierarchical: Bool { field.facet == .hierarchical }

    /// Rows for the paths of a hierarchical facet: a path and its number of items. If an item can have several paths,
    /// the rows contain the item and one of its paths, grouped by item.
    var paths: SQLBuilder {
        guard let elements else { return ofColumn }
        var statement = SQLBuilder(
            "SELECT e.item, \(element) FROM \(elements)")
        appendItems(to: &statement)
        statement.append(" ORDER BY e.item")
        return statement
    }

    var hasSeveralPaths: Bool { elements != nil }

    private var ofColumn: SQLBuilder {
        let isNarrow = column.storage.isNarrow
        let value = "\(isNarrow ? "m" : "t").\(SQLite.quoted(column.column))"
        var statement = SQLBuilder("SELECT \(value) AS value, count(*) AS n")
        statement.append(plan.from(plan.filtersText || !isNarrow))
        plan.append(where: nil, .planned, to: &statement)
        statement.append(" GROUP BY \(value)")
        return statement
    }

    /// A side table has each distinct element of an item once, in the order of the values. Several listed objects may have
    /// the same value.
    private var ofElements: SQLBuilder? {
        guard let elements else { return nil }
        let count = column.objects == nil ? "count(*)" : "count(DISTINCT e.item)"
        var statement = SQLBuilder("SELECT \(element) AS value, \(count) AS n FROM \(elements)")
        appendItems(to: &statement)
        statement.append(" GROUP BY \(element)")
        return statement
    }

    /// The table of a list's elements; `nil` for a single value.
    private var elements: String? { column.elementTable.map { "\(SQLite.quoted($0)) AS e" } }

    private var element: String { "e.\(SQLite.quoted(column.elementColumn))" }

    /// Restricts the elements to those of matching items.
    private func appendItems(to statement: inout SQLBuilder) {
        guard !plan.findsAll else { return }
        statement.append(" WHERE e.item IN (SELECT m.item")
        statement.append(plan.from(plan.filtersText))
        plan.append(where: nil, .planned, to: &statement)
        statement.append(")")
    }

    /// Whether the rows have statistics after their first three columns.
    var hasStatistics: Bool { [.number, .date].contains(field.kind.comparison) }
}

extension SearchPlan {
    /// Whether the search has no conditions.
    fileprivate var findsAll: Bool {
        match == nil && driver == nil && hasNoCondition
    }
}
#endif
