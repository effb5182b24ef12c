import Foundation
import QuireToolbox

/// A live query's place in the hub. Deallocating it ends the watch.
package final class CommitWatch: Sendable {
    private let hub: CommitHub
    private let number: Int
    private let watcher: CommitWatcher

    init(_ hub: CommitHub, _ number: Int, _ watcher: CommitWatcher) {
        self.hub = hub
        self.number = number
        self.watcher = watcher
    }

    deinit { hub.remove(number) }

    /// Call it before the snapshot of a read. Changes are collected until ``finishReading(_:)``.
    func startReading() { hub.startReading(number, watcher) }

    /// Tells what the read depends on. Changes since ``startReading()`` count.
    func finishReading(_ dependencies: LiveDependencies) {
        hub.finishReading(number, watcher, dependencies)
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
///
/// Unchecked: a lock protects the mutable state.
final class CommitWatcher: @unchecked Sendable {
    let signal = AsyncSignal()
    private let lock = NSLock()
    private var known = LiveDependencies()
    /// The changes since the read has started; `nil` if no read is running.
    private var missed: CommittedChanges? = CommittedChanges()
    private var mustRead = false

    var dependencies: LiveDependencies { lock.withLock { known } }

    /// Whether a commit may have changed what was read.
    var isAffected: Bool { lock.withLock { mustRead } }

    func startReading() {
        lock.withLock {
            mustRead = false
            missed = CommittedChanges()
        }
    }

    /// - Returns: The changes since the read has started.
    func finishReading(_ dependencies: LiveDependencies) -> CommittedChanges? {
        lock.withLock {
            known = dependencies
            defer { missed = nil }
            return missed
        }
    }

    /// Returns the changes that were collected, and starts again.
    func takeMissed() -> CommittedChanges {
        lock.withLock {
            defer { missed = CommittedChanges() }
            return missed ?? CommittedChanges()
        }
    }

    func wake() {
        lock.withLock { mustRead = true }
        signal.send()
    }

    func receive(_ changes: CommittedChanges) {
        let tested: LiveDependencies? = lock.withLock {
            if missed != nil {
                missed?.merge(changes)
                return nil
            }
            return mustRead ? nil : known
        }
        if let tested {
            guard tested.areAffected(by: changes) else { return }
            lock.withLock { mustRead = true }
        }
        // Also for the changes that were only collected: `nextCommits` waits for them.
        signal.send()
    }
}
