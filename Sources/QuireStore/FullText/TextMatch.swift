#if SQLite

import QuireEngine
import QuireText

/// A text query that is ready to run, with its words looked up.
struct TextMatch {
    /// The number of items that are ranked. If a query finds more, those that can come first.
    static let rankedLimit = Int64(TextFindings.mostWeighed)

    /// The number of items of a filter that are looked up in the index one by one, instead of reading all that the text
    /// finds.
    static let lookedUpLimit: Int64 = 1_000

    let text: TextLayout
    /// Finds all items.
    var expression: MatchExpression
    /// Finds the items with all words; `nil` if the words cannot rank items.
    var exact: MatchExpression?
    /// The query at its level; `nil` if it has no word.
    var resolved: ResolvedText?
    let highlighter: TextHighlighter
    /// Whether the query has no words and finds everything, for browsing.
    var isBrowsing = false
    /// How items with all words are ranked; `nil` if all matches are equally good.
    var ranking: MatchRanking?
    /// How the items that lack words are ranked; `nil` if there are none.
    var shared: SharedRanking?
    /// The number of items that have all words at most; `nil` if it is unknown.
    var mostFound: Int?
    /// Whether the rows come from the module's table, because the filter finds few and the text thousands.
    var followsFilter = false
    /// Whether the best match comes first, because the request has no sort keys.
    var isRanked = false
    /// Whether the popularities of all items are known, or the module has none.
    var knowsPopularity = false
    /// Whether more items match than are ranked. If the matches are not counted before they are ranked, this is set
    /// afterwards.
    var isUnselective = false

    var index: String { SQLite.quoted(text.index) }

    /// The same match of the items with all words.
    var ofAllWords: TextMatch {
        var match = self
        if let exact { match.expression = exact }
        match.shared = nil
        return match
    }

    /// Whether the rows are read from the index.
    var drives: Bool { if case .matches = expression { true } else { false } }

    /// Whether the matches are counted before they are ranked, because ranking too many in vain costs more: reading their
    /// popularity takes long, and the first letters of a word are likely to find very many.
    var isCountedFirst: Bool {
        if let mostFound, ranking != nil {
            if mostFound <= Self.rankedLimit { return false }
            if isProbablyUnselective { return false }
            if mostFound > 2 * Self.rankedLimit, ranking?.oneWord != nil { return true }
        }
        guard ranking != nil, knowsPopularity, case .matches(let expression) = expression else {
            return true
        }
        guard expression.phrases.count == 1, let term = expression.phrases.first?.term else { return false }
        return term.match == .prefix && term.words.count == 1 && (term.words.first?.utf8.count ?? 0) <= 3
    }

    /// Whether more items match than are ranked, unless the words of the text are often in the same items: then the scan for
    /// the leading items counts all.
    var isProbablyUnselective: Bool {
        guard ranking?.unfinishedWord != nil, let mostFound else { return false }
        return mostFound > 2 * Self.rankedLimit
    }

    /// The rows of the index: `f."quire_text_books_f" MATCH ?`.
    func found(_ phrases: MatchExpression.Phrases) -> SQLBuilder {
        compose("f.\(index) MATCH ", .value(.text(phrases.text)))
    }

    /// The condition on a row that comes in another order: each is looked up.
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
        case .always where isBrowsing: .always
        case .always:
            // All that the index knows: the words that the query excludes do not occur.
            .sql(SQLBuilder("m.item NOT IN (SELECT item FROM \(SQLite.quoted(text.unindexed)))"))
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
        var outcome = TextSearchInfo(
            ranking: isSorted ? .sorted : isUnselective ? .skipped : .relevance,
            corrections: resolved?.corrections ?? [:], highlighter: highlighter)
        outcome.level = resolved?.level ?? .words
        outcome.dropped = resolved?.dropped ?? []
        return outcome
    }
}
#endif
