#if SQLite
import QuireEngine

/// The items that a ranked search finds, in order: by their keys, then by their ids.
///
/// Ids are read only where keys are equal and the page needs their order.
struct RankedItems {
    let plan: SearchPlan
    /// The connection may keep the items.
    unowned let connection: Connection
    let ranking: TextRanking
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
    var known: PopularityOrder?
    /// Whether only those items have been weighed that come before all others.
    var isLeadingOnly = false
    /// Whether the rows that are not weighed have been added.
    var hasOthers = true
    /// The items that lack words, until they are ranked.
    var unranked: UnrankedItems?
    /// The order by words and vectors; `nil` until a search by meaning needs it.
    var fused: FusedOrder?
    /// The number of items that match and have all words.
    var exactCount = 0

    init(plan: SearchPlan, connection: Connection, ranking: TextRanking) {
        self.plan = plan
        self.connection = connection
        self.ranking = ranking
    }

    /// The number of items that match.
    var count = 0

    /// Whether more items match than are ranked.
    private(set) var isUnselective = false

    var table: String { SQLite.quoted(plan.layout.table) }

    /// `nil` if the module has no full text.
    var moduleRows: ModuleRows? {
        plan.layout.text.map { ModuleRows(connection: connection, text: $0, table: table) }
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
            var scan = RowScan(.all, ranking, WeighedRows(known: known), limit: TextFindings.mostWeighed)
            try weigh(&scan, knowsPopularity: known != nil)
            try learnPopularities(of: scan.items.count)
            self.isUnselective = scan.isFull
            count = items.count
        }
        if self.isUnselective { try loadMany() }
        exactCount = count
    }

    /// Uses the popularities of all items if they are known, or if it pays to read them instead of some.
    mutating func learnPopularities(of count: Int) throws {
        guard known == nil, let column = ranking.popularity else { return }
        known = try moduleRows?.popularities(SQLite.quoted(column), for: count)
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
        if ranking.walksPhrase, knowsPopularity || ranking.popularity == nil, plan.readsIndexOnly {
            try connection.run(plan.visitingFirst(ranking.expression), &scan, walksPhrase: true)
        } else {
            try connection.run(plan.weighing(ranking, knowsPopularity: knowsPopularity), &scan)
        }
    }

    /// Weighs the most popular items, and those that a narrower expression finds; the others follow by popularity.
    private mutating func loadMany() throws {
        hasOthers = false
        if let word = ranking.unfinishedWord { return try loadLeading(word, try leadingScan()) }
        all = try rows(plan.visiting())
        count = all.count
        weighed = try chosen(from: [all] + ranking.narrower.map { try rows(plan.visiting($0)) })
        try weighChosen()
    }

    /// Weighs all chosen rows.
    mutating func weighChosen() throws {
        var scan = RowScan(.known, ranking, weighed)
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
#endif
