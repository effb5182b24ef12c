#if SQLite
import CSQLite
import QuireEngine

/// Collects the rows that share some words with a query while FTS5 finds them, with their ranks.
struct SharedScan {
    private let fields: [Int]
    /// For each phrase, a bit for each word that it counts for.
    private let words: [UInt64]
    private let columns: [Int32]
    private let readsAllColumns: Bool
    private let plan: RankPlan
    private let weights: [Double]
    private let excluded: RowSet
    /// How many words the rows have, as far as it is known.
    private let lengths: RowLengths?
    /// `nil` until the first row is found, whose context knows the mean length.
    private var counter: SharedWordCounter?
    private var phraseCount = 0
    private(set) var items: [RankedRow] = []
    /// Whether the scan has stopped at a row that cannot be, because the index is damaged.
    private(set) var isDamaged = false

    /// - Parameter excluded: Rows with all words.
    init(_ ranking: SharedRanking, weights: [Double], excluded: RowSet, _ lengths: RowLengths?) {
        fields = ranking.fields.map { $0 ?? -1 }
        words = ranking.words
        columns = ranking.fields.indices.filter { ranking.fields[$0] != nil }.map(Int32.init)
        readsAllColumns = columns.count == fields.count
        plan = ranking.plan
        self.weights = weights
        self.excluded = excluded
        self.lengths = lengths
    }

    /// Adds the current row. Returns `false` if the scan has to stop.
    mutating func visit(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) -> Bool {
        let row = api.pointee.xRowid(context)
        guard RowSet.possible.contains(row) else {
            isDamaged = true
            return false
        }
        if excluded.contains(row) { return true }
        if counter == nil { prepare(api, context) }
        // Taken out, so that it is not copied.
        guard var counter = counter.take() else { return true }
        counter.begin()
        for phrase in 0..<phraseCount {
            let words = words[phrase]
            if words == 0 { continue }
            var places = 0
            RowScan.forEachPlace(of: Int32(phrase), in: fields, api: api, context: context) { field, place in
                counter.add(words: words, field: field, place: place)
                places += 1
                return places < RankPlan.mostPlaces
            }
        }
        items.append(RankedRow(key: counter.key(length: length(of: row, api, context)).value, item: row))
        self.counter = consume counter
        return true
    }

    /// The number of words of a row in the searched columns.
    private func length(
        of row: Int64, _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer
    ) -> Int {
        if let lengths, lengths.knows(row) {
            return columns.reduce(0) { $0 + lengths.length(of: row, column: Int($1)) }
        }
        var sum = 0
        for column in readsAllColumns ? [-1] : columns {
            var count: Int32 = 0
            if api.pointee.xColumnSize(context, column, &count) == SQLITE_OK { sum += Int(count) }
        }
        return sum
    }

    private mutating func prepare(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        phraseCount = min(Int(api.pointee.xPhraseCount(context)), words.count)
        var rows: Int64 = 0
        _ = api.pointee.xRowCount(context, &rows)
        var sum: Int64 = 0
        for column in columns {
            var total: Int64 = 0
            if api.pointee.xColumnTotalSize(context, column, &total) == SQLITE_OK { sum += total }
        }
        counter = SharedWordCounter(
            plan, weights: weights, meanLength: Double(sum) / Double(max(rows, 1)))
    }
}
#endif
