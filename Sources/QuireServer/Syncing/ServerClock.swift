#if SQLite
import Foundation
import QuireStore

/// Gives each write and each sync a unique timestamp in milliseconds.
///
/// Timestamps are assigned within the store's transactions, which run one after another. A client that has seen a
/// sync's timestamp has seen every write with an earlier one, and all other writes have later ones. The last
/// timestamp is stored with the content, so no change is missed even if the system clock is set back.
final class ServerClock: @unchecked Sendable {
    private static let note = "serve/clock"
    private let lock = NSLock()
    private var last: Int64 = 0

    /// The next timestamp: the current time, or one millisecond after the last timestamp.
    func next(_ transaction: StoreTransaction) throws -> Int64 {
        let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
        let moment = lock.withLock {
            last = max(now, last + 1)
            return last
        }
        try transaction.setNote(String(moment), for: Self.note)
        return moment
    }

    /// Restores the last timestamp that a server assigned in this store.
    func resume(_ store: Store) async throws {
        let stored = try await store.note(Self.note).flatMap { Int64($0) } ?? 0
        lock.withLock { last = max(last, stored) }
    }
}
#endif
