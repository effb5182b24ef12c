import Foundation

/// How many tasks of a session live. It outlives the session, as a task does that is told to end and takes its time.
final class TaskCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var all = 0

    /// Tasks that have not ended.
    var living: Int { lock.withLock { count } }
    /// Tasks that there ever were.
    var total: Int { lock.withLock { all } }

    func begin() {
        lock.withLock {
            count += 1
            all += 1
        }
    }

    func end() { lock.withLock { count -= 1 } }
}
