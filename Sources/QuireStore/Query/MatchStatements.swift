#if SQLite

import QuireCore

/// The statements of a search whose rows come from the full-text index, the best match first.
struct MatchStatements {
    let plan: SearchPlan
    private let match: TextMatch

    init(_ plan: SearchPlan, of match: TextMatch) {
        var plan = plan
        plan.match = match
        self.plan = plan
        self.match = match
    }

    /// Calls the rank function for each row that is found.
    ///
    /// - Parameter knowsPopularity: Whether the function gets no popularity, because it is known or not needed.
    func weighing(_ ranking: MatchRanking, knowsPopularity: Bool) -> SQLBuilder {
        guard !knowsPopularity, let popularity = ranking.popularity else {
            return visiting(ranking.expression)
        }
        return visiting(
            ranking.expression, popularity: ", m.\(SQLite.quoted(popularity))",
            rows: plan.from(plan.filtersText))
    }

    /// Calls the rank function for each row that is found.
    ///
    /// - Parameter other: The expression to run; the plan's own by default.
    func visiting(_ other: MatchExpression.Phrases? = nil) -> SQLBuilder {
        visiting(other, popularity: "", rows: rows)
    }

    private func visiting(
        _ expression: MatchExpression.Phrases?, popularity: String, rows: String
    ) -> SQLBuilder {
        // FTS5's functions cannot be called inside of an aggregate. The limit keeps them apart.
        var statement = SQLBuilder(
            "SELECT count(k) FROM (SELECT \(RankFunction.name)(f.\(match.index)\(popularity)) AS k\(rows)")
        plan.append(where: nil, .planned, expression, to: &statement)
        statement.append(" LIMIT -1)")
        return statement
    }

    /// Calls the rank function for the first row that an expression finds.
    func visitingFirst(_ expression: MatchExpression.Phrases) -> SQLBuilder {
        var statement = SQLBuilder("SELECT \(RankFunction.name)(f.\(match.index))\(rows)")
        plan.append(where: nil, .planned, expression, to: &statement)
        plan.append(0, 1, to: &statement)
        return statement
    }

    /// Calls the rank function for one row, if an expression finds it. There must be no other condition.
    func visiting(_ row: Int64, _ expression: MatchExpression.Phrases) -> SQLBuilder {
        var statement = SQLBuilder("SELECT \(RankFunction.name)(f.\(match.index))\(rows)")
        plan.append(where: nil, .planned, expression, to: &statement)
        statement.append(" AND f.rowid = ")
        statement.bind(.integer(row))
        return statement
    }

    /// Returns a row if more items match than are ranked.
    var isUnselective: SQLBuilder {
        var statement = SQLBuilder("SELECT 1\(rows)")
        plan.append(where: nil, .planned, to: &statement)
        plan.append(Int(TextMatch.rankedLimit), 1, to: &statement)
        return statement
    }

    /// Returns a row if the text alone matches more items than are ranked.
    var isTextUnselective: SQLBuilder? {
        guard case .matches(let expression) = match.expression else { return nil }
        return compose(
            "SELECT 1 FROM \(match.index) AS f WHERE ", .part(match.found(expression)), " LIMIT 1 OFFSET ",
            .value(.integer(TextMatch.rankedLimit)))
    }

    /// The index, with the module's tables where something else must hold of a row.
    private var rows: String {
        plan.hasNoCondition ? " FROM \(match.index) AS f" : plan.from(plan.filtersText)
    }
}
#endif
