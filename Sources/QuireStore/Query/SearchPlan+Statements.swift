#if SQLite
import Quire

/// The statements of a plan.
extension SearchPlan {
    private var table: String { "\(SQLite.quoted(layout.table)) AS m" }

    private var textTable: String { "\(SQLite.quoted(layout.textTable)) AS t" }

    private func from(_ withText: Bool, _ way: OrderChoice.Way = .planned) -> String {
        let table =
            switch way {
            case .planned: self.table
            case .ordered(nil): self.table + " NOT INDEXED"
            case .ordered(let index?): "\(self.table) INDEXED BY \(SQLite.quoted(index))"
            }
        return withText ? " FROM \(table) LEFT JOIN \(textTable) ON t.item = m.item" : " FROM \(table)"
    }

    /// How many rows the condition is true of.
    var count: SQLBuilder {
        var statement = SQLBuilder("SELECT count(*)\(from(filtersText))")
        if case .sql(let condition) = condition { statement.append(compose(" WHERE ", .part(condition))) }
        return statement
    }

    /// The rows of a stretch of the result: the selected columns, the sort keys' values, the row's number.
    ///
    /// Where an index gives the order, one pass reads the rows that are wanted. Where the rows must be sorted or
    /// skipped first, only their keys are, and the wide columns are fetched for the rows that remain.
    func rows(
        _ selection: RowSelection, _ segment: Ordering.Segment, offset: Int, limit: Int?,
        _ way: OrderChoice.Way = .planned
    ) -> SQLBuilder {
        let columns = ([selection.columns] + ordering.terms.map(\.column) + ["m.item"]).joined(
            separator: ", ")
        let keysUseText = filtersText || ordering.usesTextTable
        let usesText = keysUseText || selection.usesTextTable
        if offset == 0, ordering.isIndexed || !usesText {
            var statement = SQLBuilder("SELECT \(columns)\(from(usesText, way))")
            append(where: segment, to: &statement)
            statement.append(segment.order)
            append(offset, limit, to: &statement)
            return statement
        }
        var statement = SQLBuilder("SELECT \(columns) FROM (SELECT m.item AS item\(from(keysUseText, way))")
        append(where: segment, to: &statement)
        statement.append(segment.order)
        append(offset, limit, to: &statement)
        statement.append(") AS k CROSS JOIN \(table) ON m.item = k.item")
        if usesText { statement.append(" LEFT JOIN \(textTable) ON t.item = m.item") }
        statement.append(segment.order)
        return statement
    }

    private func append(where segment: Ordering.Segment, to statement: inout SQLBuilder) {
        var conditions: [SQLBuilder] = []
        if case .sql(let condition) = condition { conditions.append(condition) }
        if let after = segment.condition { conditions.append(after) }
        for (index, condition) in conditions.enumerated() {
            statement.append(index == 0 ? " WHERE " : " AND ")
            statement.append(condition)
        }
    }

    private func append(_ offset: Int, _ limit: Int?, to statement: inout SQLBuilder) {
        guard limit != nil || offset > 0 else { return }
        statement.append(compose(" LIMIT ", .value(.integer(Int64(limit ?? -1)))))
        if offset > 0 { statement.append(compose(" OFFSET ", .value(.integer(Int64(offset))))) }
    }
}
#endif
