#if SQLite

import QuireText

/// A text query that is ready to run, with its words looked up.
struct TextMatch {
    /// The order of the rows, if the request has no sort keys.
    enum Order: Equatable {
        /// The best match first, then by insertion.
        case relevance
        /// The newest first.
        case newest
    }

    /// How many items are ranked at most. A query that finds more shows the newest first.
    static let rankedLimit: Int64 = 5_000

    /// How many items of a filter are looked up in the index one by one, instead of reading all that the text finds.
    static let lookedUpLimit: Int64 = 1_000

    let text: TextLayout
    let expression: MatchExpression
    let corrections: [String: [String]]
    /// For each corrected word, the expressions of its corrections by distance, nearest first, without the farthest.
    var nearer: [[String]] = []
    let highlighter: TextHighlighter
    /// Whether the rows are read from the module's table first, because the filter matches few and the text thousands.
    var followsFilter = false
    /// The order of the matches; `nil` if the request has sort keys, or if all matches are equivalent.
    var order: Order?

    var index: String { SQLite.quoted(text.index) }

    /// Whether the rows are read from the index.
    var drives: Bool { if case .matches = expression { true } else { false } }

    /// The rows of the index: `f."quire_text_books_f" MATCH ?`.
    func found(_ expression: String) -> SQLBuilder { compose("f.\(index) MATCH ", .value(.text(expression))) }

    /// The sort expression: the rank, but after all rows with words that are closer to what was typed.
    var rank: SQLBuilder {
        var rank = SQLBuilder("f.rank")
        for groups in nearer {
            rank.append(" + CASE")
            for (distance, group) in groups.enumerated() {
                rank.append(
                    compose(
                        " WHEN f.rowid IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ",
                        .value(.text(group)), ") THEN \(distance * 1_000_000)"))
            }
            rank.append(" ELSE \(groups.count * 1_000_000) END")
        }
        return rank
    }

    /// The condition on rows in a different order: each is looked up.
    var lookUp: Predicate {
        guard case .matches(let expression) = expression else { return condition }
        return .sql(
            compose(
                "EXISTS (SELECT 1 FROM \(index) AS f WHERE ", .part(found(expression)),
                " AND f.rowid = m.item)"))
    }

    /// The condition on rows of the module's table, if the rows are not read from the index.
    var condition: Predicate {
        switch expression {
        case .always: .always
        case .never: .never
        case .matches(let expression):
            .sql(
                compose("m.item IN (SELECT f.rowid FROM \(index) AS f WHERE ", .part(found(expression)), ")"))
        case .complement(let expression):
            .sql(
                compose(
                    "m.item NOT IN (SELECT f.rowid FROM \(index) AS f WHERE ", .part(found(expression)), ")",
                    " AND m.item NOT IN (SELECT item FROM \(SQLite.quoted(text.unindexed)))"))
        }
    }

    /// - Parameter isSorted: Whether the request has sort keys.
    func outcome(isSorted: Bool) -> TextSearchInfo {
        TextSearchInfo(
            ranking: order == .newest ? .skipped : isSorted ? .sorted : .relevance, corrections: corrections,
            highlighter: highlighter)
    }
}
#endif
