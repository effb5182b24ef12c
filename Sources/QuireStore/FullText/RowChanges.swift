#if SQLite
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
        if let count = changes?.count, count > RowLog.mostRows { changes = nil }
    }

    /// Notes that any row may have changed.
    func addAll() { changes = nil }

    func removeAll() { changes = RowChanges() }
}
#endif
