#if SQLite
import QuireEngine

/// What a scan for one word has found that very many items have, kept between searches.
///
/// Nearly all items have a word that begins with the first letter of a search, so that the scan takes many times as long
/// as a search for the whole word.
final class KeptScan: Sendable {
    let rows: RowSet
    let beginning: RowSet
    let inMainField: RowSet
    /// The leading items, with keys that lack the popularity and the density.
    let items: [RankedRow]
    let counts: [RankPlan.WordCount]
    /// How many of them belong to the scan of all rows.
    private let scannedCounts: Int
    let meanLength: [Double]

    init(_ scan: RowScan) {
        rows = scan.rows
        beginning = scan.beginning
        inMainField = scan.inMainField
        items = scan.items
        counts = scan.counts
        scannedCounts = counts.count
        meanLength = scan.plan.meanLength
    }

    /// The same after some rows have changed.
    ///
    /// - Parameter scan: A scan of these rows alone.
    private init(_ old: KeptScan, changed: RowSet, scan: RowScan, meanLength: [Double]) {
        let numbers = changed.numbers
        func mended(_ rows: RowSet, _ matches: RowSet) -> RowSet {
            var rows = rows
            for number in numbers {
                if matches.contains(number) { rows.insert(number) } else { rows.remove(number) }
            }
            return rows
        }
        rows = mended(old.rows, scan.rows)
        beginning = mended(old.beginning, scan.beginning)
        inMainField = mended(old.inMainField, scan.inMainField)
        var items = old.items.filter { !changed.contains($0.item) }
        let first = Int32(clamping: old.counts.count)
        items += scan.items.map { item in
            var item = item
            item.counts = item.counts.lowerBound + first..<item.counts.upperBound + first
            return item
        }
        self.items = items
        counts = old.counts + scan.counts
        scannedCounts = old.scannedCounts
        self.meanLength = meanLength
    }

    /// The same after some rows have changed; `nil` if all must be scanned.
    ///
    /// - Parameters:
    ///   - scan: A new scan.
    ///   - visit: Scans one row, if it is found, or the first one that is found.
    func changed(
        by changes: RowChanges, _ scan: inout RowScan, _ visit: (inout RowScan, Int64?) throws -> Void
    ) rethrows -> KeptScan? {
        // The words of changed rows remain until all are scanned again.
        guard changes.count <= 100, counts.count <= 2 * scannedCounts + 10_000 else { return nil }
        let changed = RowSet(changes.inserted + changes.updated + changes.removed)
        for number in changed.numbers { try visit(&scan, number) }
        var first = scan
        // The mean lengths change with every write. They are read with any row.
        if scan.plan.meanLength.isEmpty { try visit(&first, nil) }
        return KeptScan(self, changed: changed, scan: scan, meanLength: first.plan.meanLength)
    }

    var bytes: Int {
        items.count * MemoryLayout<RankedRow>.stride + counts.count * MemoryLayout<RankPlan.WordCount>.stride
            + Int(rows.greatest) / 2
    }
}

/// What decides what a scan finds.
struct ScanKey: Hashable {
    /// The name of the full text.
    let name: String
    private let expression: String
    /// For each phrase, what it stands for; `nil` for a line mark.
    private let phrases: [[RankPlan.Entry]?]
    private let fields: [RankedField]
    private let columns: [Int?]
    private let isOwn: [Bool]
    private let mainField: Int?
    private let hasPopularity: Bool

    init(_ text: TextLayout, _ ranking: MatchRanking) {
        name = text.name
        expression = ranking.expression.text
        phrases = ranking.phrases.map { phrase in
            switch phrase {
            case .entries(let numbers): numbers.map { ranking.plan.entries[$0] }
            case .line: nil
            }
        }
        fields = ranking.plan.fields
        columns = ranking.fields
        isOwn = ranking.oneWord?.isOwn ?? []
        mainField = ranking.oneWord?.mainField
        hasPopularity = ranking.plan.hasPopularity
    }
}
#endif
