#if SQLite
import CSQLite
import QuireEngine
import QuireText

/// `quire_rank(index, popularity)`: the key of the current row, by the ranking that the connection is set to.
///
/// The popularity is left out where only some rows are weighed: those whose popularity the ranking knows. The others have
/// no key.
enum RankFunction {
    static let name = "quire_rank"

    /// Makes the function known to a connection; `false` where its SQLite has no FTS5.
    static func register(_ box: RankBox, on database: OpaquePointer) -> Bool {
        guard let api = TextTokenizer.fullTextInterface(of: database),
            let create = api.pointee.xCreateFunction
        else { return false }
        let owner = Unmanaged.passRetained(box)
        let result = create(
            api, name, owner.toOpaque(),
            { api, context, result, count, values in
                guard let api, let context, let user = api.pointee.xUserData?(context) else { return }
                let box = Unmanaged<RankBox>.fromOpaque(user).takeUnretainedValue()
                guard let running = box.running else { return }
                let popularity = count > 0 ? values?[0] : nil
                guard let key = running.key(api, context, popularity) else { return }
                sqlite3_result_int64(result, key.value)
            },
            { box in
                guard let box else { return }
                Unmanaged<RankBox>.fromOpaque(box).release()
            })
        if result != SQLITE_OK { owner.release() }
        return result == SQLITE_OK
    }
}

/// What a connection's rank function works by.
///
/// Used by the connection alone, which one task uses at a time.
final class RankBox {
    var running: RunningRank?
}

extension Connection {
    /// Runs statements that call the function with a ranking.
    func ranking<Result>(by running: RunningRank, _ body: () throws -> Result) rethrows -> Result {
        let box = functionState as? RankBox
        box?.running = running
        defer { box?.running = nil }
        return try body()
    }
}

/// The rows that are weighed, if not all are.
struct WeighedRows {
    var rows = RowSet()
    /// The popularity of each row; empty if the schema names none.
    var popularities: [Int64: Double] = [:]
}

/// A ranking while a statement runs.
///
/// Without a popularity, its keys lack the density of the words, for which each row's length would have to be looked up.
/// The words of the rows are kept instead, so that it can be added where it decides.
final class RunningRank {
    private let ranking: TextRanking
    private let weighed: WeighedRows?
    private var weigher: RowWeigher
    private var phraseCount = 0
    /// Whether the first row has come, with which the index can be read.
    private var isPrepared = false
    /// The plan with the mean lengths of the fields.
    private(set) var plan: RankPlan
    /// The words of all weighed rows, one row after another.
    private(set) var counts: [RankPlan.WordCount] = []

    /// - Parameter weighed: `nil` weighs all, and the statement has their popularity.
    init(_ ranking: TextRanking, _ weighed: WeighedRows? = nil) {
        self.ranking = ranking
        self.weighed = weighed
        plan = ranking.plan
        weigher = RowWeigher(ranking.plan)
    }

    func key(
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer, _ value: OpaquePointer?
    ) -> RankKey? {
        var popularity = plan.hasPopularity ? value.map(sqlite3_value_double) : nil
        if let weighed {
            let row = api.pointee.xRowid(context)
            guard weighed.rows.contains(row) else { return nil }
            if plan.hasPopularity { popularity = weighed.popularities[row] ?? 0 }
        }
        if !isPrepared { prepare(api, context) }
        return key(&weigher, &counts, popularity, api, context)
    }

    /// The parameters are the ranking's own, so that its loops access them without checks.
    private func key(
        _ weigher: inout RowWeigher, _ counts: inout [RankPlan.WordCount], _ popularity: Double?,
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer
    ) -> RankKey {
        weigher.begin()
        for phrase in 0..<min(phraseCount, ranking.phrases.count) {
            switch ranking.phrases[phrase] {
            case .entries(let entries):
                guard !entries.isEmpty else { continue }
                forEachPlace(of: Int32(phrase), api, context) { field, place in
                    for entry in entries { weigher.add(entry: entry, field: field, place: place) }
                }
            case .line:
                forEachPlace(of: Int32(phrase), api, context) { weigher.addLine(field: $0, place: $1) }
            }
        }
        let key = weigher.keyWithoutDensity(popularity: popularity) { length(of: $0, api, context) }
        if !plan.hasPopularity { counts += weigher.counts }
        return key
    }

    private func forEachPlace(
        of phrase: Int32, _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer,
        _ body: (_ field: Int, _ place: Int) -> Void
    ) {
        var iterator = Fts5PhraseIter()
        var column: Int32 = -1
        var offset: Int32 = -1
        guard api.pointee.xPhraseFirst(context, phrase, &iterator, &column, &offset) == SQLITE_OK else {
            return
        }
        var places = 0
        while column >= 0, places < RankPlan.mostPlaces {
            if Int(column) < ranking.fields.count, let field = ranking.fields[Int(column)] {
                body(field, Int(offset))
                places += 1
            }
            api.pointee.xPhraseNext(context, &iterator, &column, &offset)
        }
    }

    /// How many words the current row has in a searched field.
    private func length(
        of field: Int, _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer
    ) -> Int {
        guard let column = ranking.fields.firstIndex(of: field) else { return 0 }
        var count: Int32 = 0
        return api.pointee.xColumnSize(context, Int32(column), &count) == SQLITE_OK ? Int(count) : 0
    }

    /// Reads the number of phrases and, where they count, the mean lengths of the fields.
    private func prepare(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        isPrepared = true
        phraseCount = Int(api.pointee.xPhraseCount(context))
        guard !plan.hasPopularity, plan.meanLength.isEmpty else { return }
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
#endif
