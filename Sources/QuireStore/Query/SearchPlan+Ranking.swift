#if SQLite

/// The statements of a plan whose rows come from the full-text index, the best match first.
extension SearchPlan {
    /// Calls the rank function for each row that is found.
    ///
    /// - Parameter knowsPopularity: Whether the function gets no popularity, because it is known or not needed.
    func weighing(_ ranking: TextRanking, knowsPopularity: Bool) -> SQLBuilder {
        guard !knowsPopularity, let popularity = ranking.popularity else {
            return visiting(ranking.expression)
        }
        return visiting(ranking.expression, ", m.\(SQLite.quoted(popularity))", from(filtersText))
    }

    /// Calls the rank function for each row that is found.
    ///
    /// - Parameter other: The expression to run; the plan's own by default.
    func visiting(_ other: MatchExpression.Phrases? = nil) -> SQLBuilder { visiting(other, "", matchedRows) }

    private func visiting(
        _ expression: MatchExpression.Phrases?, _ popularity: String, _ rows: String
    ) -> SQLBuilder {
        // FTS5's functions cannot be called inside of an aggregate. The limit keeps them apart.
        var statement = SQLBuilder(
            "SELECT count(k) FROM (SELECT \(RankFunction.name)(\(rankColumn)\(popularity)) AS k\(rows)")
        append(where: nil, .planned, expression, to: &statement)
        statement.append(" LIMIT -1)")
        return statement
    }

    /// Calls the rank function for the first row that an expression finds.
    func visitingFirst(_ expression: MatchExpression.Phrases) -> SQLBuilder {
        var statement = SQLBuilder("SELECT \(RankFunction.name)(\(rankColumn))")
        statement.append(matchedRows)
        append(where: nil, .planned, expression, to: &statement)
        append(0, 1, to: &statement)
        return statement
    }

    /// Calls the rank function for one row, if an expression finds it. There must be no other condition.
    func visiting(_ row: Int64, _ expression: MatchExpression.Phrases) -> SQLBuilder {
        var statement = SQLBuilder("SELECT \(RankFunction.name)(\(rankColumn))")
        statement.append(matchedRows)
        append(where: nil, .planned, expression, to: &statement)
        statement.append(" AND f.rowid = ")
        statement.bind(.integer(row))
        return statement
    }

    /// Whether the rows come from the index alone, without another condition.
    var readsIndexOnly: Bool { if case .always = condition { true } else { false } }

    private var rankColumn: String { match.map { "f.\($0.index)" } ?? "" }

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
        if readsIndexOnly { return " FROM \(match?.index ?? "") AS f" }
        return from(filtersText)
    }
}
#endif
