import QuireToolbox

/// A live query's place in the hub. Deallocating it ends the watch.
package final class CommitWatch: Sendable {
    private let hub: CommitHub
    private let number: Int
    private let watcher: CommitWatcher

    init(_ hub: CommitHub, number: Int, watcher: CommitWatcher) {
        self.hub = hub
        self.number = number
        self.watcher = watcher
    }

    deinit { hub.remove(number) }

    /// Call it before the snapshot of a read. Changes are collected until ``finishReading(_:)``.
    func startReading() { hub.startReading(number, watcher) }

    /// Tells what the read depends on. Changes since ``startReading()`` count.
    func finishReading(_ dependencies: LiveDependencies) {
        hub.finishReading(number, of: watcher, dependencies: dependencies)
    }

    /// Makes ``changed()`` return without a commit.
    func wake() { watcher.wake() }

    /// Waits for commits, and returns their changes since the watch began or since the last call. Only for a watch that
    /// reads nothing.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    package func nextCommits() async throws -> CommittedChanges {
        while true {
            let changes = watcher.takeMissed()
            if !changes.isEmpty { return changes }
            await watcher.signal.wait()
            try Task.checkCancellation()
        }
    }

    /// Returns when a commit may have changed what was read.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func changed() async throws {
        while !watcher.isAffected {
            await watcher.signal.wait()
            try Task.checkCancellation()
        }
    }
}

/// The state of a live query.
final class CommitWatcher: Sendable {
    private struct State {
        var dependencies = LiveDependencies()
        /// The changes since the read has started; `nil` if no read is running.
        var missed: CommittedChanges? = CommittedChanges()
        var mustRead = false
    }

    let signal = AsyncSignal()
    private let state = Locked(State())

    var dependencies: LiveDependencies { state.withLock { $0.dependencies } }

    /// Whether a commit may have changed what was read.
    var isAffected: Bool { state.withLock { $0.mustRead } }

    func startReading() {
        state.withLock { state in
            state.mustRead = false
            state.missed = CommittedChanges()
        }
    }

    /// - Returns: The changes since the read has started.
    func finishReading(_ dependencies: LiveDependencies) -> CommittedChanges? {
        state.withLock { state in
            state.dependencies = dependencies
            return state.missed.take()
        }
    }

    /// Returns the changes that were collected, and starts again.
    func takeMissed() -> CommittedChanges {
        state.withLock { state in
            defer { state.missed = CommittedChanges() }
            return state.missed ?? CommittedChanges()
        }
    }

    func wake() {
        state.withLock { $0.mustRead = true }
        signal.send()
    }

    func receive(_ changes: CommittedChanges) {
        let tested: LiveDependencies? = state.withLock { state in
            if state.missed != nil {
                state.missed?.merge(changes)
                return nil
            }
            return state.mustRead ? nil : state.dependencies
        }
        if let tested {
            guard tested.areAffected(by: changes) else { return }
            state.withLock { $0.mustRead = true }
        }
        // Also for the changes that were only collected: `nextCommits` waits for them.
        signal.send()
    }
}
