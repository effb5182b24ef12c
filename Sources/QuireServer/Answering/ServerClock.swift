#if SQLite
import Foundation
import QuireStore

/// Gives every write and every sync a moment of its own, in milliseconds.
///
/// Moments are taken within the store's transactions, which come one after the other: whoever sees a sync's moment has
/// seen every write with an earlier one, and every other write has a later one. The last one is kept with the content,
/// so that a clock that was set back loses no change either.
final class ServerClock: @unchecked Sendable {
    private static let note = "serve/clock"
    private let lock = NSLock()
    private var last: Int64 = 0

    /// The next moment: now, or the millisecond after the last one.
    func next(_ transaction: StoreTransaction) throws -> Int64 {
        let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
        let moment = lock.withLock {
            last = max(now, last + 1)
            return last
        }
        try transaction.setNote(String(moment), for: Self.note)
        return moment
    }

    /// Takes up where the store's last server stopped.
    func resume(_ store: Store) async throws {
        let stored = try await store.note(Self.note).flatMap { Int64($0) } ?? 0
        lock.withLock { last = max(last, stored) }
    }
}
#endif
