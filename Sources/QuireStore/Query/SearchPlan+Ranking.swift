#if SQLite

/// The statements of a plan whose rows come from the full-text index, the best match first.
extension SearchPlan {
    /// The number and the key of each row that is found.
    ///
    /// - Parameter knowsPopularity: Whether only some rows are weighed, whose popularity is known.
    func keys(_ ranking: TextRanking, knowsPopularity: Bool) -> SQLBuilder {
        let column = match.map { "f.\($0.index)" } ?? ""
        guard !knowsPopularity, let popularity = ranking.popularity else {
            var statement = SQLBuilder("SELECT f.rowid, \(RankFunction.name)(\(column))")
            statement.append(matchedRows)
            append(where: nil, .planned, ranking.expression, to: &statement)
            return statement
        }
        var statement = SQLBuilder(
            "SELECT f.rowid, \(RankFunction.name)(\(column), m.\(SQLite.quoted(popularity)))")
        statement.append(from(filtersText))
        append(where: nil, .planned, ranking.expression, to: &statement)
        return statement
    }

    /// The numbers of the rows that are found, in no order.
    ///
    /// - Parameter narrower: An expression that finds some of them.
    func numbers(_ narrower: MatchExpression.Phrases? = nil) -> SQLBuilder {
        var statement = SQLBuilder("SELECT f.rowid")
        statement.append(matchedRows)
        append(where: nil, .planned, narrower, to: &statement)
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

    /// Returns a row if more items match than are ranked.
    var isUnselective: SQLBuilder {
        var statement = SQLBuilder("SELECT 1")
        statement.append(matchedRows)
        append(where: nil, .planned, to: &statement)
        append(Int(TextMatch.rankedLimit), 1, to: &statement)
        return statement
    }

    /// Returns a row if the text alone matches more items than are ranked.
    var isTextUnselective: SQLBuilder? {
        guard let match, case .matches(let expression) = match.expression else { return nil }
        return compose(
            "SELECT 1 FROM \(match.index) AS f WHERE ", .part(match.found(expression)), " LIMIT 1 OFFSET ",
            .value(.integer(TextMatch.rankedLimit)))
    }

    /// Returns a row if the filter alone matches more items than are looked up in the index one by one.
    var isFilterUnselective: SQLBuilder? {
        guard case .sql(let condition) = condition else { return nil }
        let text = filtersText ? " LEFT JOIN \(textTable) ON t.item = m.item" : ""
        return compose(
            "SELECT 1 FROM \(table)\(text) WHERE ", .part(condition), " LIMIT 1 OFFSET ",
            .value(.integer(TextMatch.lookedUpLimit)))
    }

    /// The index, with the module's tables where something else must hold of a row.
    private var matchedRows: String {
        if case .always = condition { return " FROM \(match?.index ?? "") AS f" }
        return from(filtersText)
    }
}
#endif
