#if SQLite
import QuireEngine

/// Searches of a single word that very many items have.
extension RankedItems {
    /// The number of leading items that are weighed, apart from candidates. Weighing more takes longer than a second scan.
    private static let mostLeading = 6 * TextFindings.mostWeighed
    /// The same for items that have only the beginning of a word, whose ranks take nearly no time.
    private static let mostBeginnings = 25 * TextFindings.mostWeighed
    /// The number of candidates: enough if a field of four in ten items begins with the word.
    private static let mostCandidates = 5 * TextFindings.mostWeighed / 2

    /// Weighs the items that come before all others, in the scan that finds all of them. If these are too many, a second
    /// scan weighs all chosen items.
    mutating func loadLeading(_ word: TextRanking.OneWord, _ scan: KeptScan) throws {
        all = scan.rows
        count = all.count
        var sets = [all]
        if word.hasBeginning { sets.append(scan.beginning) }
        if word.mainField != nil { sets.append(scan.inMainField) }
        weighed = try chosen(from: sets)
        guard weighed.rows.isDisjoint(with: scan.skipped) else { return try weighChosen() }
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
        guard ranking.isQuickToRepeat, plan.readsIndexOnly, let text = plan.layout.text,
            let log = connection.searchRecorder?.rows,
            let version = try SearchVersion(readBy: connection, of: text)?.rows
        else { return try newScan() }
        let key = ScanKey(text, ranking)
        if let (kept, changes) = log.scan(key, version: version) {
            if changes.isEmpty { return kept }
            var scan = RowScan(.leading, ranking)
            let changed = try kept.changed(by: changes, &scan) { scan, row in
                try connection.run(
                    row.map { plan.visiting($0, ranking.expression) }
                        ?? plan.visitingFirst(ranking.expression),
                    &scan)
            }
            if let changed {
                log.keep(changed, key, version: version)
                return changed
            }
        }
        let scan = try newScan()
        if scan.rows.count > TextFindings.mostWeighed { log.keep(scan, key, version: version) }
        return scan
    }

    private func newScan() throws -> KeptScan {
        var scan = RowScan(.leading, ranking)
        let limit = scan.ranksOnlyBeginnings ? Self.mostBeginnings : Self.mostLeading
        if try connection.integer("SELECT max(item) FROM \(table)") ?? 0 > limit {
            let candidates = RowSet(try firstCandidates(Self.mostCandidates))
            scan = RowScan(.leading, ranking, candidates: candidates, limit: limit)
        }
        try run(&scan, knowsPopularity: true)
        return KeptScan(scan)
    }
}
#endif
