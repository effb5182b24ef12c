#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// A request for aggregates as SQL on one module's tables, completely checked before anything is read.
struct AggregatePlan {
    let request: AggregateRequest
    /// The search for the items.
    var plan: SearchPlan
    /// The functions to compute: those of the request, then those that only conditions or the order use.
    let functions: [AggregateFunction]
    /// The kind of each function's result.
    let kinds: [FieldKind]
    /// The field of the grouping.
    let groupedField: FieldDescriptor?
    let columns: [AggregateColumn?]
    let groupedColumn: AggregateColumn?
    /// The joins with the related items that the grouping needs.
    private let joins: String

    init(
        _ request: AggregateRequest, _ layout: ModuleLayout, analyzer: TextAnalyzer,
        among layouts: [String: ModuleLayout]
    ) throws {
        try request.checkMeaning()
        self.request = request
        plan = try SearchPlan(request.items, layout, analyzer: analyzer, among: layouts)
        functions = request.computed
        kinds = try functions.map { try request.kind(of: $0) }
        groupedField = try request.grouping.map { try request.field(of: $0) }
        columns = try functions.map { function in
            try function.property.map { try AggregateColumn($0, layout) }
        }
        guard let grouping = request.grouping, !request.groupingSteps.isEmpty else {
            groupedColumn = try request.grouping.map { try AggregateColumn($0.property, layout) }
            joins = ""
            return
        }
        var related = RelatedJoins(layouts, for: "the groups")
        let steps = request.groupingSteps
        let target = try related.layout(behind: steps, from: layout)
        let isInTextTable = try AggregateColumn(grouping.property, target).isInTextTable
        let names = try related.join(steps, from: layout, usesText: isInTextTable)
        groupedColumn = try AggregateColumn(grouping.property, target, in: names)
        joins = related.sql
    }

    /// Converts local starts of periods to instants. `nil` for other groupings.
    var calendar: PeriodCalendar? {
        guard case .periods(_, let period, let zone)? = request.grouping, let groupedField else { return nil }
        return PeriodCalendar(period, in: zone, of: groupedField)
    }

    /// Rows with the key and the functions' results, for each group of the response.
    var statement: SQLBuilder {
        let results = functions.enumerated().map { (function: $1, name: "a\($0)") }
        // Materialized, so that a sum that exceeds its type throws in every group, also in one behind the limit.
        var statement = SQLBuilder("WITH grouped AS MATERIALIZED (")
        statement.append(needsElements ? groupsWithElements : groups)
        statement.append(") SELECT \((["k"] + results.map(\.name)).joined(separator: ", ")) FROM grouped")
        var start = " WHERE "
        for (function, name) in results {
            for condition in request.having where condition.function == function {
                statement.append(
                    compose(
                        .text("\(start)\(name) \(condition.comparison.sql) "),
                        .value(condition.value.sqlValue)))
                start = " AND "
            }
        }
        switch request.order {
        case .key(let order): statement.append(" ORDER BY k\(order.sql)")
        case .function(let function, let order):
            // A request may name a function twice.
            if let result = results.first(where: { $0.function == function }) {
                statement.append(" ORDER BY \(result.name)\(order.sql), k")
            }
        }
        if let limit = request.limit { statement.append(compose(" LIMIT ", .value(.integer(Int64(limit))))) }
        return statement
    }

    /// Whether a function needs all elements of a list, so that an item is read with each of them.
    private var needsElements: Bool {
        zip(functions, columns).contains { $1?.readsElements(for: $0) == true }
    }

    /// The groups, computed directly from the module's rows.
    private var groups: SQLBuilder {
        var statement = SQLBuilder("SELECT ")
        statement.append(key)
        for (index, function) in functions.enumerated() {
            statement.append(", \(function.sql(of: value(index), index, kinds[index])) AS a\(index)")
        }
        appendRows(to: &statement)
        if request.grouping != nil { statement.append(" GROUP BY 1") }
        return statement
    }

    /// The groups, if functions need all elements of lists: the items are found once, and the elements are joined for each
    /// such function.
    private var groupsWithElements: SQLBuilder {
        var items = SQLBuilder("WITH items AS MATERIALIZED (SELECT ")
        items.append(key)
        items.append(", m.item AS item")
        // Without groups, the aggregate makes one row, also if no item is found.
        var plain = request.grouping == nil ? "SELECT min(k) AS k" : "SELECT k"
        var joined = ""
        var results: [String] = []
        for (index, function) in functions.enumerated() {
            let column = columns[index]
            if let column, column.readsElements(for: function), let side = column.side {
                joined +=
                    " LEFT JOIN (SELECT items.k AS k, \(function.sql(of: "e.value", index, kinds[index])) AS a FROM items "
                    + "JOIN \(side) AS e ON e.item = items.item\(grouping("items.k"))) AS e\(index)"
                    + " ON e\(index).k IS p.k"
                let isCount = if case .countDistinct = function { true } else { false }
                results.append(isCount ? "coalesce(e\(index).a, 0)" : "e\(index).a")
            } else {
                items.append(", \(value(index)) AS v\(index)")
                plain += ", \(function.sql(of: "v\(index)", index, kinds[index])) AS a\(index)"
                results.append("p.a\(index)")
            }
        }
        appendRows(to: &items)
        items.append(") SELECT p.k AS k")
        for (index, result) in results.enumerated() { items.append(", \(result) AS a\(index)") }
        items.append(" FROM (\(plain) FROM items\(grouping("k"))) AS p\(joined)")
        return items
    }

    /// The column that a function reads. One without a property counts items.
    private func value(_ function: Int) -> String { columns[function]?.column ?? "m.item" }

    private func grouping(_ key: String) -> String { request.grouping == nil ? "" : " GROUP BY \(key)" }

    /// The rows of matching items, for lists each with one of its elements.
    private func appendRows(to statement: inout SQLBuilder) {
        let usesText =
            plan.filtersText || joins.isEmpty && groupedColumn?.isInTextTable == true
            || zip(functions, columns).contains { $1?.isInTextTable == true }
        statement.append(plan.from(usesText))
        statement.append(joins)
        if let side = groupedColumn?.side, let grouping = request.grouping {
            // An item with two elements in one period or range is in its group once.
            statement.append(" LEFT JOIN (SELECT DISTINCT item, ")
            statement.append(key(of: "value", grouping))
            statement.append(
                " FROM \(side)) AS g ON g.item = \(groupedColumn?.item ?? "m.item")")
        }
        plan.append(where: nil, .planned, to: &statement)
    }

    /// The key of a row's group.
    private var key: SQLBuilder {
        guard let grouping = request.grouping, let groupedColumn else { return SQLBuilder("NULL AS k") }
        return groupedColumn.side == nil ? key(of: groupedColumn.column, grouping) : SQLBuilder("g.k AS k")
    }

    /// The key of the group of a value.
    private func key(of value: String, _ grouping: AggregateGrouping) -> SQLBuilder {
        switch grouping {
        case .values: return SQLBuilder("\(value) AS k")
        case .periods(_, let period, let zone):
            let zone = groupedField.map { PeriodCalendar.zone(zone, of: $0) } ?? .gmt
            return compose(
                "quire_period(\(value), ", .value(.text(period.rawValue)), ", ",
                .value(.text(zone.identifier)), ") AS k")
        case .ranges(_, let bounds):
            var key = SQLBuilder("CASE WHEN \(value) IS NULL THEN NULL")
            for (index, bound) in bounds.enumerated() {
                key.append(compose(" WHEN \(value) < ", .value(bound.sqlValue), " THEN \(index)"))
            }
            key.append(" ELSE \(bounds.count) END AS k")
            return key
        }
    }
}
#endif
