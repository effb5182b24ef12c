import Foundation

/// The number of a session's live tasks. It outlives the session, because cancelled tasks may take a while to end.
final class TaskCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var all = 0

    /// Tasks that have not ended.
    var living: Int { lock.withLock { count } }
    /// The number of tasks ever created.
    var total: Int { lock.withLock { all } }

    func begin() {
        lock.withLock {
            count += 1
            all += 1
        }
    }

    func end() { lock.withLock { count -= 1 } }
}
