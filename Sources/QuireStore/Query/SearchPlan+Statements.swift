#if SQLite

import QuireCore

/// The statements of a plan.
extension SearchPlan {
    var table: String { layout.tableWithName }

    var textTable: String { layout.textTableWithName }

    func from(_ withText: Bool, _ path: OrderChoice.AccessPath = .planned) -> String {
        let text = withText ? " LEFT JOIN \(textTable) ON t.item = m.item" : ""
        switch path {
        case .planned:
            if let match, match.followsFilter {
                return " FROM \(table)\(text) CROSS JOIN \(match.index) AS f ON f.rowid = m.item"
            }
            if let match, match.drives {
                return " FROM \(match.index) AS f CROSS JOIN \(table) ON m.item = f.rowid\(text)"
            }
            if let driver {
                return " FROM \(driver.table) AS d CROSS JOIN \(table) ON m.item = d.item\(text)"
            }
            return withText ? layout.fromBoth : layout.fromTable
        case .ordered(nil): return " FROM \(table) NOT INDEXED\(text)"
        case .ordered(let index?): return " FROM \(table) INDEXED BY \(SQLite.quoted(index))\(text)"
        }
    }

    /// Counts the rows that satisfy the condition.
    var count: SQLBuilder {
        var statement = SQLBuilder("SELECT count(*)")
        if let match, match.drives, hasNoCondition {
            // The index alone is enough.
            statement.append(" FROM \(match.index) AS f")
        } else {
            statement.append(from(filtersText))
        }
        append(where: nil, .planned, to: &statement)
        return statement
    }

    /// The rows of a part of the result: the selected columns, the values of the sort keys, the row's number.
    ///
    /// If an index provides the order, the rows are read in one pass. If rows must be sorted or skipped, this is done
    /// only with their keys, and the wide columns are fetched for the remaining rows.
    func rows(
        _ selection: RowSelection, _ segment: Ordering.Segment, offset: Int, limit: Int?,
        path: OrderChoice.AccessPath = .planned
    ) -> SQLBuilder {
        var statement = SQLBuilder("SELECT \(selection.columns)")
        for term in ordering.terms {
            statement.append(", ")
            statement.append(term.column)
        }
        statement.append(", m.item")
        let keysUseText = filtersText || ordering.usesTextTable
        let usesText = keysUseText || selection.usesTextTable
        let isInOrder = ordering.isIndexed && (match?.drives != true || path != .planned)
        if offset == 0, isInOrder || !usesText {
            statement.append(from(usesText, path))
            statement.append(ordering.joins)
            append(where: segment.condition, path, to: &statement)
            statement.append(driver == nil ? segment.order : " ORDER BY d.item")
            append(offset, limit, to: &statement)
            return statement
        }
        statement.append(" FROM (SELECT m.item AS item\(from(keysUseText, path))\(ordering.joins)")
        append(where: segment.condition, path, to: &statement)
        statement.append(driver == nil ? segment.order : " ORDER BY d.item")
        append(offset, limit, to: &statement)
        statement.append(") AS k CROSS JOIN \(table) ON m.item = k.item")
        if usesText { statement.append(" LEFT JOIN \(textTable) ON t.item = m.item") }
        statement.append(ordering.joins)
        statement.append(segment.order)
        return statement
    }

    /// The rows of the page, by their numbers.
    func rows(_ selection: RowSelection, numbered items: [Int64]) -> SQLBuilder {
        let list = "[" + items.map(String.init).joined(separator: ",") + "]"
        var statement = compose(
            "SELECT \(selection.columns) FROM json_each(", .value(.text(list)), ") AS k CROSS JOIN \(table) ",
            "ON m.item = k.value")
        if selection.usesTextTable { statement.append(" LEFT JOIN \(textTable) ON t.item = m.item") }
        statement.append(" ORDER BY k.key")
        return statement
    }

    /// Returns a row if the filter alone matches more items than are looked up in the full-text index one by one.
    var isFilterUnselective: SQLBuilder? {
        guard case .sql(let condition) = condition else { return nil }
        let text = filtersText ? " LEFT JOIN \(textTable) ON t.item = m.item" : ""
        return compose(
            "SELECT 1 FROM \(table)\(text) WHERE ", .part(condition), " LIMIT 1 OFFSET ",
            .value(.integer(TextMatch.lookedUpLimit)))
    }

    /// Whether no row is tested: only the search text or a list's element selects the rows.
    var hasNoCondition: Bool { if case .always = condition { true } else { false } }

    /// - Parameter other: The full-text expression to run; the plan's own by default.
    func append(
        where after: SQLBuilder?, _ path: OrderChoice.AccessPath, _ other: MatchExpression.Phrases? = nil,
        to statement: inout SQLBuilder
    ) {
        var conditions: [SQLBuilder] = []
        if let match {
            if path == .planned, case .matches(let expression) = match.expression {
                conditions.append(match.found(other ?? expression))
            } else if case .sql(let condition) = path == .planned ? match.condition : match.lookUp {
                conditions.append(condition)
            }
        }
        if let driver {
            conditions.append(driver.condition)
            // The position is a row's number, because there is no other key if a side table provides the rows.
            if let place = after?.values.first {
                conditions.append(compose("d.item > ", .sourced(place, .item)))
            }
        }
        if case .sql(let condition) = path == .planned ? condition : lookingUp {
            conditions.append(condition)
        }
        if let after, driver == nil { conditions.append(after) }
        for (index, condition) in conditions.enumerated() {
            statement.append(index == 0 ? " WHERE " : " AND ")
            statement.append(condition)
        }
    }

    func append(_ offset: Int, _ limit: Int?, to statement: inout SQLBuilder) {
        guard limit != nil || offset > 0 else { return }
        statement.append(" LIMIT ")
        statement.bind(.integer(Int64(limit ?? -1)), from: limit == nil ? .fixed : .limit)
        guard offset > 0 else { return }
        statement.append(" OFFSET ")
        statement.bind(.integer(Int64(offset)), from: .offset)
    }
}
#endif
