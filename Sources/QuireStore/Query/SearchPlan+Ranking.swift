#if SQLite

/// The statements of a plan whose rows are read from the full-text index in its order.
extension SearchPlan {
    /// The start of a page: after a row of the index.
    struct MatchPlace {
        let rank: Double?
        let item: Int64
    }

    /// The rows of the page. Only the keys are sorted; the wide columns are fetched for the remaining rows.
    func ranked(
        _ selection: RowSelection, _ order: TextMatch.Order, after place: MatchPlace?, offset: Int,
        limit: Int?
    ) -> SQLBuilder {
        let isRanked = order == .relevance
        var statement = SQLBuilder("SELECT \(selection.columns), m.item FROM (SELECT f.rowid AS item")
        if isRanked { statement.append(compose(", ", .part(rank), " AS rank")) }
        statement.append(matchedRows)
        append(where: place.map { after($0) }, .planned, to: &statement)
        // The index sorts by its own rank.
        let ownRank = match?.nearer.isEmpty ?? true ? "f.rank" : "rank"
        statement.append(" ORDER BY \(isRanked ? "\(ownRank), f.rowid" : "f.rowid DESC")")
        append(offset, limit, to: &statement)
        statement.append(") AS k CROSS JOIN \(table) ON m.item = k.item")
        if selection.usesTextTable { statement.append(" LEFT JOIN \(textTable) ON t.item = m.item") }
        statement.append(" ORDER BY \(isRanked ? "k.rank, k.item" : "k.item DESC")")
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

    /// The current rank of an item; no row if it does not match.
    func rank(of item: Int64) -> SQLBuilder {
        var statement = compose("SELECT ", .part(self.rank))
        statement.append(matchedRows)
        append(where: compose("f.rowid = ", .value(.integer(item))), .planned, to: &statement)
        return statement
    }

    private func after(_ place: MatchPlace) -> SQLBuilder {
        guard let rank = place.rank else { return compose("f.rowid < ", .value(.integer(place.item))) }
        return compose(
            "(", .part(self.rank), ", f.rowid) > (", .value(.real(rank)), ", ",
            .value(.integer(place.item)), ")")
    }

    private var rank: SQLBuilder { match?.rank ?? SQLBuilder("f.rank") }

    /// The index, joined with the module's tables if there are other conditions.
    private var matchedRows: String {
        if case .always = condition { return " FROM \(match?.index ?? "") AS f" }
        return from(filtersText)
    }
}
#endif
