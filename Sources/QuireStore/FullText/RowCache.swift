#if SQLite
import QuireToolbox

/// What searches keep about the rows of modules, and which rows this process has written since.
///
/// Reading all rows takes longer than a search. After a write of this process, only the written rows are read again; after
/// one of another process, all are.
final class RowCache: Sendable {
    private struct Kept {
        var version: String
        /// `nil` if only look-ups have been counted.
        var rows: (any KeptRows)?
        var lookUps: Int64 = 0
    }

    /// The number of rows that are noted for a module.
    static let mostRows = 10_000

    private struct Scan {
        var version: String
        var scan: KeptScan
        var lastUse: Int
    }

    /// The number of bytes of the scans that are kept. A scan takes 4 MB for 100,000 items. The last one is kept whatever its
    /// size.
    static let mostBytes = 32 << 20

    private struct State {
        var log = WriteLog<RowChanges>(mostSize: RowCache.mostRows)
        /// By what is read.
        var entries: [RowColumn.Key: Kept] = [:]
        var scans: [ScanKey: Scan] = [:]
        var uses = 0

        /// The rows that were written between two versions; `nil` if they are not known.
        func changes(of name: String, from old: String, to new: String) -> RowChanges? {
            log.changes(of: name, from: old, to: new)?.reduce(into: RowChanges()) { $0 += $1 }
        }
    }

    private let state = Locked(State())

    /// Adds the rows of a committed transaction.
    ///
    /// - Parameter changes: `nil` if they are unknown or too many.
    func add(_ changes: RowChanges?, to name: String, from old: String?, to new: String) {
        state.withLock { $0.log.add(changes, size: changes?.count ?? 0, to: name, from: old, to: new) }
    }

    /// What was kept last, with the rows that were written since; `nil` if these are not known.
    func rows(_ key: RowColumn.Key, version: String) -> (rows: any KeptRows, changes: RowChanges)? {
        state.withLock { state in
            guard let entry = state.entries[key], let rows = entry.rows,
                let changes = state.changes(of: key.name, from: entry.version, to: version)
            else { return nil }
            return (rows, changes)
        }
    }

    func keep(_ rows: any KeptRows, _ key: RowColumn.Key, version: String) {
        state.withLock { $0.entries[key] = Kept(version: version, rows: rows) }
    }

    /// Counts rows that were looked up one by one, and returns their number since the writes that are not known.
    func addLookUps(_ count: Int, _ key: RowColumn.Key, version: String) -> Int64 {
        state.withLock { state in
            var new = Kept(version: version, lookUps: Int64(count))
            if let entry = state.entries[key],
                state.changes(of: key.name, from: entry.version, to: version) != nil
            {
                new.lookUps += entry.lookUps
                // Another connection may have read all rows meanwhile.
                if entry.version == version { new.rows = entry.rows }
            }
            state.entries[key] = new
            return new.lookUps
        }
    }

    // MARK: - Scans

    /// What a scan has found last, with the rows that were written since; `nil` if these are not known.
    func scan(_ key: ScanKey, version: String) -> (scan: KeptScan, changes: RowChanges)? {
        state.withLock { state in
            guard let entry = state.scans[key],
                let changes = state.changes(of: key.name, from: entry.version, to: version)
            else { return nil }
            state.uses += 1
            state.scans[key]?.lastUse = state.uses
            return (entry.scan, changes)
        }
    }

    /// Keeps what a scan has found, and drops what was not used for longest.
    func keep(_ scan: KeptScan, _ key: ScanKey, version: String) {
        state.withLock { state in
            state.uses += 1
            state.scans[key] = Scan(version: version, scan: scan, lastUse: state.uses)
            var bytes = state.scans.values.reduce(0) { $0 + $1.scan.bytes }
            while bytes > Self.mostBytes, state.scans.count > 1,
                let oldest = state.scans.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.scans[oldest.key] = nil
                bytes -= oldest.value.scan.bytes
            }
        }
    }
}

/// The rows of a module that transactions have written, by their numbers.
struct RowChanges: Sendable {
    /// Rows of new items. A number may have belonged to another item before.
    var inserted: [Int64] = []
    var updated: [Int64] = []
    var removed: [Int64] = []

    var count: Int { inserted.count + updated.count + removed.count }
    var isEmpty: Bool { count == 0 }
    /// The greatest number of a row; 0 if there is none.
    var greatest: Int64 { max(inserted.max() ?? 0, updated.max() ?? 0, removed.max() ?? 0) }

    static func += (one: inout RowChanges, other: RowChanges) {
        one.inserted += other.inserted
        one.updated += other.updated
        one.removed += other.removed
    }
}

/// Collects the rows of a module that a transaction writes.
final class WrittenRows {
    enum Kind { case inserted, updated, removed }

    /// `nil` if they are too many, or any row may have changed.
    private(set) var changes: RowChanges? = RowChanges()

    var isEmpty: Bool { changes?.isEmpty ?? false }

    func add(_ row: Int64, _ kind: Kind) {
        guard changes != nil else { return }
        switch kind {
        case .inserted: changes?.inserted.append(row)
        case .updated: changes?.updated.append(row)
        case .removed: changes?.removed.append(row)
        }
        if let count = changes?.count, count > RowCache.mostRows { changes = nil }
    }

    /// Notes that any row may have changed.
    func addAll() { changes = nil }

    func removeAll() { changes = RowChanges() }
}
#endif
