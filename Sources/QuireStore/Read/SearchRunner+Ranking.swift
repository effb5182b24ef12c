#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// Pages with the best match first.
extension SearchRunner {
    /// Decides how the matches are ordered, depending on their number.
    ///
    /// The matches of the text alone are counted first, which takes no longer than reading a page from the index. Most
    /// searches match fewer items than are ranked; for others, the filter is considered too. Without a filter, a ranking
    /// counts by itself.
    func chooseOrder(_ match: inout TextMatch) throws {
        guard !isEmpty, match.drives else { return }
        match.isRanked = plan.request.sort.isEmpty && match.ranking != nil
        if let column = match.ranking?.popularity {
            let table = SQLite.quoted(plan.layout.table)
            let orders = ModuleRows(connection: connection, text: match.text, table: table)
            match.knowsPopularity = try orders.popularities(SQLite.quoted(column), for: 0) != nil
        } else {
            match.knowsPopularity = true
        }
        if match.isRanked, !match.isCountedFirst, plan.hasNoCondition { return }
        let statements = MatchStatements(plan, of: match)
        guard let text = statements.isTextUnselective else { return }
        match.isUnselective = try connection.finds(text)
        guard match.isUnselective else { return }
        if let filter = plan.isFilterUnselective {
            match.followsFilter = try !connection.finds(filter)
        }
        if plan.hasNoCondition { return }
        guard !match.followsFilter else {
            match.isUnselective = false
            return
        }
        match.isUnselective = try connection.finds(statements.isUnselective)
    }

    /// The items in the order of the words.
    ///
    /// - Parameters:
    ///   - match: The items with all words.
    ///   - ranking: Their order.
    ///   - whole: The match of all items.
    ///   - end: The end of the first page that is read; `nil` for all items.
    func rankedItems(
        of match: TextMatch, by ranking: MatchRanking, among whole: TextMatch, upTo end: Int?
    ) throws -> RankedItems {
        var items = RankedItems(MatchStatements(plan, of: match), connection, by: ranking)
        if !isEmpty {
            try items.load(
                isUnselective: match.isUnselective,
                isProbablyUnselective: plan.hasNoCondition && match.isProbablyUnselective)
        }
        if let shared = whole.shared, !plan.isNever {
            try items.addShared(UnrankedItems(ranking: shared, whole: whole), upTo: end)
        }
        return items
    }

    /// - Parameters:
    ///   - match: The items with all words.
    ///   - ranking: Their order.
    ///   - whole: The match of all items.
    func rankedPage(
        _ selection: RowSelection, of match: TextMatch, by ranking: MatchRanking, among whole: TextMatch,
        row: (Statement) throws -> Void
    ) throws -> Page {
        let (offset, limit, keyset) = bounds
        var items = try rankedItems(
            of: match, by: ranking, among: whole, upTo: limit.map { offset + min($0, .max - offset) })
        let isUnselective = items.isUnselective
        var start = min(offset, items.count)
        if let keyset {
            guard case .integer(let key)? = keyset.values.first, case .text(let id)? = keyset.values.last
            else {
                throw CursorToken.invalid(plan.request)
            }
            start = try items.index(after: keyset.item, key, id, offset: offset)
        }
        let end = limit.map { start + min($0, items.count - start) } ?? items.count
        let page = Array(try items.part(start..<end))
        var infos: [String: RankingInfo] = [:]
        var lastID: String?
        if !page.isEmpty {
            let statement = plan.rows(selection, numbered: page.map(\.item))
            try connection.withStatement(statement.text) { rows in
                try rows.bind(statement.values)
                var number = 0
                while try rows.step() {
                    let id = rows.text(0)
                    infos[id] = RankKey(value: page[number].key).info(
                        hasPopularity: ranking.popularity != nil)
                    lastID = id
                    try row(rows)
                    number += 1
                }
            }
        }
        let next = page.last.flatMap { last in lastID.map { (last.key, $0, last.item) } }
        return Page(
            pageInfo: PageInfo(
                page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? page.count,
                offset: offset, totalItems: plan.request.countsTotal ? items.count : nil),
            nextCursor: end < items.count
                ? next.map { key, id, item in
                    CursorToken.cursor(
                        Keyset(values: [.integer(key), .text(id)], item: item), offset: offset + page.count,
                        plan.request)
                } : nil,
            rankings: infos, exactItems: items.exactCount, isUnselective: isUnselective)
    }
}
#endif
