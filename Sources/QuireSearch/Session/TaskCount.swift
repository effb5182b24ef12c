import QuireToolbox

/// The number of a session's live tasks. It outlives the session, because cancelled tasks may take a while to end.
final class TaskCount: Sendable {
    private let counts = Locked((living: 0, total: 0))

    /// Tasks that have not ended.
    var living: Int { counts.value.living }
    /// The number of tasks ever created.
    var total: Int { counts.value.total }

    func begin() {
        counts.withLock { counts in
            counts.living += 1
            counts.total += 1
        }
    }

    func end() { counts.withLock { $0.living -= 1 } }
}
