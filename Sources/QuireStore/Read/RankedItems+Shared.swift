#if SQLite
import QuireEngine
import QuireText

/// The items of a search that lack words of the query, before they are ranked.
struct UnrankedItems {
    var ranking: SharedRanking
    /// The match of all items.
    var whole: TextMatch
}

/// Items that share some words with the query. They come after those that have all words.
extension RankedItems {
    /// Counts the items. They are ranked when a page reaches them.
    ///
    /// - Parameter end: The end of the first page that is read; `nil` for all items.
    mutating func addShared(_ items: UnrankedItems, upTo end: Int?) throws {
        unranked = items
        guard let end, end <= exactCount else { return try takeShared() }
        var plan = plan
        plan.match = items.whole
        count = Int(try connection.integer(plan.count) ?? 0)
    }

    /// Ranks the items, and adds them.
    mutating func takeShared() throws {
        guard var shared = unranked, let text = plan.text else { return }
        if isLeadingOnly { try weighChosen() }
        try takeOthers()
        unranked = nil
        let stored = StoredText(connection, text)
        try stored.useKnownWords()
        var resolved = shared.ranking.resolved
        try resolved.countShared(in: stored)
        let excluded = RowSet(items.map(\.item))
        let rows = moduleRows
        var scan = SharedScan(
            shared.ranking, weights: resolved.sharedWeights ?? [], excluded: excluded,
            try rows?.lengths(for: EmptyCollection()))
        var plan = plan
        shared.whole.isRanked = true
        plan.match = shared.whole
        try connection.run(plan.visiting(shared.ranking.expression), &scan)
        // The next search may find the lengths known.
        _ = try rows?.lengths(for: scan.items.lazy.map(\.item))
        settled = min(settled, items.count)
        items += scan.items.sorted { $0.key < $1.key }
        count = items.count
    }
}
#endif
