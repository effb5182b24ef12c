#if SQLite
import QuireEngine
import QuireText

/// The items that a ranked search finds, in order: by their keys, then by their ids.
///
/// Ids are read only where keys are equal and the page needs their order.
struct RankedItems {
    let statements: MatchStatements
    let connection: Connection
    let ranking: MatchRanking
    var items: [RankedRow] = []
    /// Up to here items of one key are in the order of their ids.
    var settled = 0
    /// Up to here keys have the density of the words.
    var dense = 0
    /// The words of the items, and the plan for them.
    var counts: [RankPlan.WordCount] = []
    var rankPlan: RankPlan?
    /// All rows, if very many match.
    var all = RowSet()
    /// Of these, the rows that are weighed.
    var weighed = WeighedRows()
    /// The popularities of all items, if they are known.
    var popularityOrder: PopularityOrder?
    /// Whether only those items have been weighed that come before all others.
    var isLeadingOnly = false
    /// Whether the rows that are not weighed have been added.
    var hasOthers = true
    /// The items that lack words, until they are ranked.
    var unranked: UnrankedItems?
    /// The number of items that match and have all words.
    var exactCount = 0

    init(_ statements: MatchStatements, _ connection: Connection, by ranking: MatchRanking) {
        self.statements = statements
        self.connection = connection
        self.ranking = ranking
    }

    /// The number of items that match.
    var count = 0

    /// Whether more items match than are ranked.
    private(set) var isUnselective = false

    var layout: ModuleLayout { statements.plan.layout }

    var table: String { SQLite.quoted(layout.table) }

    /// `nil` if the module has no full text.
    var moduleRows: ModuleRows? {
        layout.text.map { ModuleRows(connection: connection, text: $0, table: table) }
    }

    // MARK: - Reading

    /// - Parameters:
    ///   - isUnselective: Whether it is known that more items match than are ranked.
    ///   - isProbablyUnselective: Whether it is likely.
    mutating func load(isUnselective: Bool, isProbablyUnselective: Bool = false) throws {
        self.isUnselective = isUnselective
        try learnPopularities(of: 0)
        if !isUnselective, isProbablyUnselective, let word = ranking.unfinishedWord {
            // The scan counts, too. It is in vain if few match.
            let scan = try leadingScan()
            if scan.rows.count > TextFindings.mostWeighed {
                self.isUnselective = true
                hasOthers = false
                try loadLeading(word, scan)
                return exactCount = count
            }
        }
        if !isUnselective {
            var scan = RowScan(
                .all, ranking, weighed: WeighedRows(popularityOrder: popularityOrder),
                limit: TextFindings.mostWeighed)
            try weigh(&scan, knowsPopularity: popularityOrder != nil)
            try learnPopularities(of: scan.items.count)
            self.isUnselective = scan.isFull
            count = items.count
        }
        if self.isUnselective { try loadMany() }
        exactCount = count
    }

    /// Uses the popularities of all items if they are known, or if it pays to read them instead of some.
    mutating func learnPopularities(of count: Int) throws {
        guard popularityOrder == nil, let column = ranking.popularity else { return }
        popularityOrder = try moduleRows?.popularities(SQLite.quoted(column), for: count)
    }

    /// Reads the items that a scan weighs.
    private mutating func weigh(_ scan: inout RowScan, knowsPopularity: Bool = false) throws {
        try run(&scan, knowsPopularity: knowsPopularity)
        items = scan.items
        counts = scan.counts
        rankPlan = scan.plan
        settled = 0
        dense = 0
        items.sort { $0.key < $1.key }
    }

    /// Runs a scan on all rows that match.
    func run(_ scan: inout RowScan, knowsPopularity: Bool) throws {
        if ranking.walksPhrase, knowsPopularity || ranking.popularity == nil, statements.plan.hasNoCondition {
            try connection.run(statements.visitingFirst(ranking.expression), &scan, walksPhrase: true)
        } else {
            try connection.run(statements.weighing(ranking, knowsPopularity: knowsPopularity), &scan)
        }
    }

    /// Weighs the most popular items, and those that a narrower expression finds; the others follow by popularity.
    private mutating func loadMany() throws {
        hasOthers = false
        if let word = ranking.unfinishedWord { return try loadLeading(word, try leadingScan()) }
        all = try rows(statements.visiting())
        count = all.count
        weighed = try chosen(from: [all] + ranking.narrower.map { try rows(statements.visiting($0)) })
        try weighChosen()
    }

    /// Weighs all chosen rows.
    mutating func weighChosen() throws {
        var scan = RowScan(.withPopularity, ranking, weighed: weighed)
        try weigh(&scan, knowsPopularity: true)
        isLeadingOnly = false
    }

    /// The rows that an expression finds.
    private func rows(_ statement: SQLBuilder) throws -> RowSet {
        var scan = RowScan(.none, ranking)
        try connection.run(statement, &scan)
        return scan.rows
    }
}

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
        let whole = MatchStatements(statements.plan, of: items.whole)
        count = Int(try connection.integer(whole.plan.count) ?? 0)
    }

    /// Ranks the items, and adds them.
    mutating func takeShared() throws {
        guard var shared = unranked, let text = statements.plan.text else { return }
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
        shared.whole.isRanked = true
        let whole = MatchStatements(statements.plan, of: shared.whole)
        try connection.run(whole.visiting(shared.ranking.expression), &scan)
        // The next search may find the lengths known.
        _ = try rows?.lengths(for: scan.items.lazy.map(\.item))
        settled = min(settled, items.count)
        items += scan.items.sorted { $0.key < $1.key }
        count = items.count
    }
}

/// Searches of a single word that very many items have.
extension RankedItems {
    /// Takes the items that come before all others from the scan that finds all of them.
    mutating func loadLeading(_ word: MatchRanking.OneWord, _ scan: KeptScan) throws {
        all = scan.rows
        count = all.count
        var sets = [all]
        if word.hasBeginning { sets.append(scan.beginning) }
        if word.mainField != nil { sets.append(scan.inMainField) }
        weighed = try chosen(from: sets)
        let weighed = weighed
        items = scan.items.filter { weighed.rows.contains($0.item) }
        counts = scan.counts
        rankPlan = ranking.plan
        rankPlan?.meanLength = scan.meanLength
        settled = 0
        dense = 0
        if ranking.popularity != nil {
            for index in items.indices {
                let key = RankKey(value: items[index].key)
                items[index].key = key.withPopularity(weighed.popularity(of: items[index].item)).value
            }
        }
        items.sort { $0.key < $1.key }
        isLeadingOnly = true
    }

    /// What a scan finds: what is kept, with the rows that were written since, or a new scan.
    ///
    /// To find a single row of other expressions takes FTS5 as long as a scan.
    func leadingScan() throws -> KeptScan {
        guard ranking.isQuickToRepeat, statements.plan.hasNoCondition, let text = layout.text,
            let cache = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return try newScan() }
        let key = ScanKey(text, ranking)
        if let (oldScan, changes) = cache.scan(key, version: version) {
            if changes.isEmpty { return oldScan }
            var scan = RowScan(.leading, ranking)
            let changed = try oldScan.changed(by: changes, &scan) { scan, row in
                try connection.run(
                    row.map { statements.visiting($0, ranking.expression) }
                        ?? statements.visitingFirst(ranking.expression),
                    &scan)
            }
            if let changed {
                cache.keep(changed, key, version: version)
                return changed
            }
        }
        let scan = try newScan()
        if scan.rows.count > TextFindings.mostWeighed { cache.keep(scan, key, version: version) }
        return scan
    }

    private func newScan() throws -> KeptScan {
        var scan = RowScan(.leading, ranking)
        try run(&scan, knowsPopularity: true)
        return KeptScan(scan)
    }
}
#endif
