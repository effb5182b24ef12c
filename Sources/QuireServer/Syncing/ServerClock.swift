#if SQLite
import Foundation
import QuireStore
import QuireToolbox

/// Gives every write and every sync a unique time in milliseconds.
///
/// The time is taken inside the store's transactions, which run one after the other. So a sync has seen every write
/// with an earlier time, and every other write gets a later one. The last time is stored with the content, so that no
/// change is lost if the system's clock is set back.
final class ServerClock: Sendable {
    private static let note = "serve/clock"
    private let last = Locked<Int64>(0)

    /// The next time: now, or the millisecond after the last one.
    func next(_ transaction: StoreTransaction) throws -> Int64 {
        let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
        let moment = last.withLock { last in
            last = max(now, last + 1)
            return last
        }
        try transaction.setNote(String(moment), for: Self.note)
        return moment
    }

    /// Continues after the last time of the store's previous server.
    func resume(_ store: Store) async throws {
        let stored = try await store.note(Self.note).flatMap { Int64($0) } ?? 0
        last.withLock { $0 = max($0, stored) }
    }
}
#endif
