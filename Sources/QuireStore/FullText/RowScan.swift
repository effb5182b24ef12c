#if SQLite
import CSQLite
import QuireEngine
import QuireText

/// An item that a ranked search finds.
struct RankedRow {
    var key: Int64
    /// The number of its row.
    var item: Int64
    /// Its words, of which the density is computed if it decides. Only a ranking without popularity needs it.
    var counts: Range<Int32> = 0..<0
}

/// The rows that are weighed, if not all are.
struct WeighedRows {
    var rows = RowSet()
    /// The popularity of each row, if not all are known; empty if the schema names none.
    var popularities: [Int64: Double] = [:]
    /// The popularities of all items; `nil` if they are unknown or if the schema names none.
    var popularityOrder: PopularityOrder?

    func popularity(of row: Int64) -> Double { popularityOrder.map { $0[row] } ?? popularities[row] ?? 0 }
}

/// Collects the rows of an expression while FTS5 finds them, with their ranks.
///
/// Without a popularity, its keys lack the density of the words, for which each row's length would have to be looked up.
/// The words of the rows are kept instead, so that it can be added where it decides.
struct RowScan {
    /// Which rows are weighed.
    enum Mode {
        /// All rows, until there are more than can be ranked.
        case all
        /// The rows whose popularity is known.
        case withPopularity
        /// Rows that may lead, which means that no other rows can come before them. All rows are noted.
        case leading
        /// None: rows are only noted.
        case none
    }

    private let mode: Mode
    private let ranking: MatchRanking
    private let weighed: WeighedRows
    private let limit: Int
    private let leadingLimit: RankKey
    private var weigher: RowWeigher
    private let phrases: PhraseTable
    private var phraseCount: Int?
    /// Ranks the rows that have only the beginning of a word; `nil` if a weigher must.
    private var beginnings: BeginningRanks?
    /// The plan with the mean lengths of the fields.
    private(set) var plan: RankPlan
    private(set) var items: [RankedRow] = []
    /// The words of all weighed rows, one row after another.
    private(set) var counts: [RankPlan.WordCount] = []
    /// The rows that were found, if they are noted.
    private(set) var rows = RowSet()
    /// Of these, the rows in which a field begins with the query's only word.
    private(set) var beginning = RowSet()
    /// Of these, the rows that have the word in the field with the greatest weight.
    private(set) var inMainField = RowSet()
    /// Whether the scan has stopped because there are too many rows.
    private(set) var isFull = false
    /// Whether the scan has stopped at a row that cannot be, because the index is damaged.
    private(set) var isDamaged = false

    /// - Parameter limit: The number of rows that are weighed. If all rows are to be weighed, a scan stops at the next one.
    init(
        _ mode: Mode, _ ranking: MatchRanking, weighed: WeighedRows = WeighedRows(), limit: Int = .max
    ) {
        self.mode = mode
        self.ranking = ranking
        self.weighed = weighed
        self.limit = limit
        plan = ranking.plan
        weigher = RowWeigher(ranking.plan)
        phrases = PhraseTable(ranking)
        leadingLimit = ranking.plan.firstThatMissesBeginning(of: phrases.entries)
        if mode == .leading { beginnings = BeginningRanks(phrases, ranking.plan, before: leadingLimit) }
    }

    /// Adds the current row. Returns `false` if the scan has to stop.
    mutating func visit(
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer, popularity value: OpaquePointer?
    ) -> Bool {
        let row = api.pointee.xRowid(context)
        guard RowSet.possible.contains(row) else {
            isDamaged = true
            return false
        }
        if phraseCount == nil { prepare(api, context) }
        switch mode {
        case .none: rows.insert(row)
        case .all:
            if items.count == limit {
                isFull = true
                return false
            }
            let popularity = weighed.popularityOrder.map { $0[row] } ?? value.map(sqlite3_value_double)
            weigh(row, popularity: plan.hasPopularity ? popularity : nil, api: api, context: context)
        case .withPopularity:
            guard weighed.rows.contains(row) else { return true }
            weigh(
                row, popularity: plan.hasPopularity ? weighed.popularity(of: row) : nil, api: api,
                context: context)
        case .leading:
            rows.insert(row)
            if beginnings?.isOnlyPhrase(api, context) == true {
                return visitBeginning(row, api: api, context: context)
            }
            guard mayLead(row, api: api, context: context) else { return true }
            weigh(row, popularity: plan.hasPopularity ? 0 : nil, api: api, context: context)
            if let last = items.last, last.key >= leadingLimit.value {
                items.removeLast()
                counts.removeLast(last.counts.count)
            }
        }
        return true
    }

    private mutating func weigh(
        _ row: Int64, popularity: Double?, api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer
    ) {
        weigher.begin()
        for phrase in 0..<min(phraseCount ?? 0, phrases.count) {
            let first = phrases.firstEntry[phrase]
            let end = phrases.firstEntry[phrase + 1]
            let isLine = phrases.isLine[phrase]
            if first == end, !isLine { continue }
            var places = 0
            Self.forEachPlace(of: Int32(phrase), in: phrases.fields, api: api, context: context) {
                field, place in
                if isLine {
                    weigher.addLine(field: field, place: place)
                } else {
                    for entry in first..<end {
                        weigher.add(entry: phrases.entries[entry], field: field, place: place)
                    }
                }
                places += 1
                return places < RankPlan.mostPlaces
            }
        }
        let fields = ranking.fields
        let key = weigher.keyWithoutDensity(popularity: popularity) {
            Self.length(of: $0, in: fields, api: api, context: context)
        }
        let start = Int32(clamping: counts.count)
        if !plan.hasPopularity { counts += weigher.counts }
        items.append(RankedRow(key: key.value, item: row, counts: start..<Int32(clamping: counts.count)))
    }

    /// Adds a row that has only the beginning of the query's only word.
    private mutating func visitBeginning(
        _ row: Int64, api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer
    ) -> Bool {
        guard let match = beginnings?.find(counts: !plan.hasPopularity, api, context) else {
            return true
        }
        if match.isAtBeginning { beginning.insert(row) }
        if match.isInMainField { inMainField.insert(row) }
        guard let key = match.key else { return true }
        let start = Int32(clamping: counts.count)
        if !plan.hasPopularity { beginnings?.appendCounts(to: &counts) }
        items.append(RankedRow(key: key, item: row, counts: start..<Int32(clamping: counts.count)))
        return true
    }

    /// Notes where the row has the query's only word. Returns `false` if it is certain that the row does not lead.
    private mutating func mayLead(
        _ row: Int64, api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer
    ) -> Bool {
        var mayLead = false
        var begins = false
        var isInMainField = false
        for phrase in 0..<min(phraseCount ?? 0, phrases.count)
        where phrases.firstEntry[phrase] < phrases.firstEntry[phrase + 1] {
            let isOwn = phrases.isOwn[phrase]
            let isWhole = phrases.isWhole[phrase]
            Self.forEachPlace(of: Int32(phrase), in: phrases.fields, api: api, context: context) {
                field, place in
                if isOwn {
                    if place == 0 { begins = true }
                    if field == phrases.mainField { isInMainField = true }
                }
                if isWhole || place == 0 || phrases.hasLines[field] { mayLead = true }
                return !(mayLead && (begins || !isOwn) && (isInMainField || !isOwn))
            }
        }
        if begins { beginning.insert(row) }
        if isInMainField { inMainField.insert(row) }
        return mayLead
    }

    /// - Parameter body: Returns `false` to stop.
    @inline(__always)
    static func forEachPlace(
        of phrase: Int32, in fields: [Int], api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer,
        body: (_ field: Int, _ place: Int) -> Bool
    ) {
        var iterator = Fts5PhraseIter()
        var column: Int32 = -1
        var offset: Int32 = -1
        guard api.pointee.xPhraseFirst(context, phrase, &iterator, &column, &offset) == SQLITE_OK else {
            return
        }
        while column >= 0 {
            if Int(column) < fields.count, case let field = fields[Int(column)], field >= 0,
                !body(field, Int(offset))
            {
                return
            }
            api.pointee.xPhraseNext(context, &iterator, &column, &offset)
        }
    }

    /// How many words the current row has in a searched field.
    private static func length(
        of field: Int, in fields: [Int?], api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer
    ) -> Int {
        guard let column = fields.firstIndex(of: field) else { return 0 }
        var count: Int32 = 0
        return api.pointee.xColumnSize(context, Int32(column), &count) == SQLITE_OK ? Int(count) : 0
    }

    /// Reads the number of phrases and, where they count, the mean lengths of the fields.
    private mutating func prepare(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        phraseCount = Int(api.pointee.xPhraseCount(context))
        guard mode != .none, !plan.hasPopularity, plan.meanLength.isEmpty else { return }
        var rows: Int64 = 0
        _ = api.pointee.xRowCount(context, &rows)
        plan.meanLength = plan.fields.indices.map { field in
            var total: Int64 = 0
            if let column = ranking.fields.firstIndex(of: field) {
                _ = api.pointee.xColumnTotalSize(context, Int32(column), &total)
            }
            return Double(total) / Double(max(rows, 1))
        }
    }
}

extension RankPlan {
    /// A rank before those of all items of least cost that miss the beginning, and after those of all that do not.
    ///
    /// - Parameter entryIndexes: The entries that items may have.
    fileprivate func firstThatMissesBeginning(of entryIndexes: [Int]) -> RankKey {
        var criteria = RankKey.Criteria()
        criteria.cost = entryIndexes.map { entries[$0].cost }.min() ?? 0
        criteria.missesBeginning = true
        criteria.isExact = true
        criteria.isWhole = true
        criteria.density = .infinity
        return RankKey(criteria, popularity: hasPopularity ? .infinity : nil)
    }
}
#endif
