#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// Pages of a search by meaning: what words find, in the fused order, then the nearest items that no word finds.
extension SearchRunner {
    /// - Parameter whole: The match of all items that words find.
    func meaningPage(
        _ selection: RowSelection, near vector: TextVector, among whole: TextMatch,
        row: (Statement) throws -> Void
    ) throws -> Page {
        let (offset, limit, keyset) = bounds
        let vectors = ModuleVectors(connection, plan.layout)
        let rows = try vectors?.rows()
        let unindexed = try vectors?.unindexed() ?? RowSet()
        var items: RankedItems?
        if let match = plan.match, let ranking = match.ranking, !isEmpty || whole.shared != nil {
            items = try rankedItems(of: match, by: ranking, among: whole, upTo: nil)
        }
        var nearest: [Int64] = []
        if let vectors, let rows, !plan.isNever {
            let neighbours = rows.nearest(
                FusedOrder.mostNearest, to: vector, among: try filteredRows(), excluding: unindexed)
            nearest = try vectors.ordered(neighbours, first: FusedOrder.mostNearest)
        }
        var list = try FusedList(items, nearest: nearest)
        var start = min(offset, list.count)
        if let keyset {
            guard case .integer? = keyset.values.first, case .text(let id)? = keyset.values.last else {
                throw CursorToken.invalid(plan.request)
            }
            start = try list.index(after: keyset.item, id, offset: offset, self)
        }
        let end = limit.map { start + min($0, list.count - start) } ?? list.count
        let page = try list.part(start..<end)
        let result = try read(page, of: list, selection, row: row)
        let pages = limit.map { $0 > 0 ? PageInfo.pages(of: list.count, $0) : 1 }
        return Page(
            pageInfo: PageInfo(
                page: limit.map { $0 > 0 ? offset / $0 + 1 : 1 } ?? 1, limit: limit ?? page.count,
                offset: offset, totalItems: plan.request.countsTotal ? list.wordCount : nil,
                totalPages: plan.request.countsTotal ? pages : nil),
            nextCursor: end < list.count
                ? result.lastID.flatMap { id in
                    page.last.map { item in
                        CursorToken.cursor(
                            Keyset(values: [.integer(Int64(end)), .text(id)], item: item), offset: end,
                            plan.request)
                    }
                } : nil,
            rankings: result.rankings, isUnselective: list.items?.isUnselective ?? false,
            meaning: MeaningInfo(
                similarIDs: result.similarIDs, similarItems: list.similar.count,
                itemsWithoutVector: try rows.flatMap { try vectors?.missing(in: $0, unindexed: unindexed) }
                    ?? 0))
    }

    /// What reading the rows of a page tells about them.
    private struct FoundRows {
        var rankings: [String: RankingInfo] = [:]
        var similarIDs: Set<String> = []
        var lastID: String?
    }

    private func read(
        _ page: [Int64], of list: FusedList, _ selection: RowSelection, row: (Statement) throws -> Void
    ) throws -> FoundRows {
        var result = FoundRows()
        guard !page.isEmpty else { return result }
        let keys = list.keys(of: page)
        let hasPopularity = list.items?.ranking.popularity != nil
        let statement = plan.rows(selection, numbered: page)
        try connection.withStatement(statement.text) { rows in
            try rows.bind(statement.values)
            var number = 0
            while try rows.step() {
                let id = rows.text(0)
                if let key = keys[page[number]] {
                    result.rankings[id] = RankKey(value: key).info(hasPopularity: hasPopularity)
                } else {
                    result.similarIDs.insert(id)
                }
                result.lastID = id
                try row(rows)
                number += 1
            }
        }
        return result
    }

    /// The rows that meet everything but the text; `nil` if all do.
    private func filteredRows() throws -> RowSet? {
        if plan.hasNoCondition, plan.driver == nil { return nil }
        var plan = plan
        plan.match = nil
        let statement = plan.filtered
        return try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var rows = RowSet()
            while try row.step() { rows.insert(row.integer(0)) }
            return rows
        }
    }
}

extension SearchPlan {
    /// Reads the numbers of the rows that meet the conditions.
    fileprivate var filtered: SQLBuilder {
        var statement = SQLBuilder("SELECT m.item")
        statement.append(from(filtersText))
        append(where: nil, .planned, to: &statement)
        return statement
    }
}

/// The list of a search by meaning, as far as its pages need it.
struct FusedList {
    /// What words find, in their order; `nil` if they find nothing.
    private(set) var items: RankedItems?
    private let order: FusedOrder

    /// - Parameter nearest: The items with the nearest vectors, nearest first.
    init(_ items: RankedItems?, nearest: [Int64]) throws {
        var items = items
        try items?.takeAll()
        let end = min(FusedOrder.mostByWords, items?.count ?? 0)
        let first = try items?.part(0..<end).map(\.item) ?? []
        let matches = RowSet(items?.items.map(\.item) ?? [])
        order = FusedOrder(words: first, nearest: nearest, isFound: matches.contains)
        self.items = items
    }

    /// The number of items that words find.
    var wordCount: Int { items?.count ?? 0 }

    /// The items that no word finds, nearest first.
    var similar: [Int64] { order.similar }

    var count: Int { wordCount + similar.count }

    /// The items of a part of the list.
    mutating func part(_ range: Range<Int>) throws -> [Int64] {
        let head = order.items.count
        var part: [Int64] = []
        part.reserveCapacity(range.count)
        part += order.items[range.clamped(to: 0..<head)]
        let rest = range.clamped(to: head..<max(head, wordCount))
        if !rest.isEmpty {
            let skipped = rest.lowerBound - head
            part += try self.rest(upTo: rest.upperBound).dropFirst(skipped).prefix(rest.count)
        }
        part += range.clamped(to: wordCount..<max(wordCount, count)).map { similar[$0 - wordCount] }
        return part
    }

    /// The items after those with a score, up to a place in the list.
    private mutating func rest(upTo end: Int) throws -> [Int64] {
        guard end > order.items.count else { return [] }
        // The raised items are skipped, so the order of the words is read as many items further.
        let first = min(FusedOrder.mostByWords, wordCount)
        let last = min(wordCount, first + end - order.items.count + order.raised.count)
        return try items?.part(first..<last).map(\.item).filter { !order.raised.contains($0) } ?? []
    }

    /// The place after an item; if the item is no longer in the list, as many places as were before it.
    mutating func index(after item: Int64, _ id: String, offset: Int, _ runner: SearchRunner) throws -> Int {
        let start = min(offset, count)
        let storedID = try runner.connection.text(
            "SELECT id FROM \(SQLite.quoted(runner.plan.layout.table)) WHERE item = ?", [.integer(item)])
        guard storedID == id else { return start }
        // Usually nothing has been written since.
        if start > 0, try part(start - 1..<start) == [item] { return start }
        if let index = order.items.firstIndex(of: item) { return index + 1 }
        if let index = order.similar.firstIndex(of: item) { return wordCount + index + 1 }
        if let index = try rest(upTo: wordCount).firstIndex(of: item) { return order.items.count + index + 1 }
        return start
    }

    /// The ranks by words of some items, of those that words find.
    func keys(of page: [Int64]) -> [Int64: Int64] {
        let pageRows = RowSet(page)
        var keys: [Int64: Int64] = [:]
        for row in items?.items ?? [] where pageRows.contains(row.item) { keys[row.item] = row.key }
        return keys
    }
}

extension RankedItems {
    /// Ranks all items that words find.
    fileprivate mutating func takeAll() throws {
        if isLeadingOnly { try weighChosen() }
        try takeOthers()
        try takeShared()
    }
}
#endif
