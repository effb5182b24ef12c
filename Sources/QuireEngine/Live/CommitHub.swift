import Dispatch
import Foundation

/// Sends the changes of commits to the live queries that depend on them.
///
/// Sending only adds the changes to a list. A separate queue tests which queries they affect, so that a commit does not
/// wait for it.
///
/// Unchecked: a lock protects the mutable state.
package final class CommitHub: @unchecked Sendable {
    private let lock = NSLock()
    private var watchers: [Int: CommitWatcher] = [:]
    private var nextNumber = 0
    /// The watchers by the modules they depend on.
    private var modules: [String: ModuleWatchers] = [:]
    /// The watchers that are reading, whose dependencies are unknown.
    private var reading: Set<Int> = []
    private var pending: CommittedChanges?
    private let queue = DispatchQueue(label: "quire.live")
    private let onChange: @Sendable (CommitHub) -> Void

    /// - Parameter onChange: Called when the first watcher was added or the last one removed.
    package init(onChange: @escaping @Sendable (CommitHub) -> Void = { _ in }) {
        self.onChange = onChange
    }

    /// Whether anybody watches.
    package var isWatched: Bool { lock.withLock { !watchers.isEmpty } }

    /// The number of live queries.
    package var watcherCount: Int { lock.withLock { watchers.count } }

    /// The most precise detail of a module's changes that a live query can use.
    package func detail(of module: String) -> ChangeDetail {
        lock.withLock { modules[module]?.detail ?? .module }
    }

    /// Adds the changes of a commit. Returns quickly.
    package func send(_ changes: CommittedChanges) {
        lock.withLock {
            guard !watchers.isEmpty, !changes.isEmpty else { return }
            if pending != nil {
                pending?.merge(changes)
                return
            }
            pending = changes
            queue.async { self.deliver() }
        }
    }

    private func deliver() {
        let (changes, affected) = lock.withLock {
            defer { pending = nil }
            var affected = reading
            if let changed = pending?.modules {
                for (name, changes) in changed {
                    affected.formUnion(modules[name]?.concerned(by: changes) ?? [])
                }
            } else {
                affected.formUnion(watchers.keys)
            }
            return (pending, affected.compactMap { watchers[$0] })
        }
        guard let changes else { return }
        for watcher in affected { watcher.receive(changes) }
    }

    /// Starts watching. Changes of later commits are received until the watch is deallocated.
    package func watch() -> CommitWatch {
        let (watch, isFirst) = lock.withLock {
            nextNumber += 1
            let watcher = CommitWatcher()
            watchers[nextNumber] = watcher
            reading.insert(nextNumber)
            return (CommitWatch(self, nextNumber, watcher), watchers.count == 1)
        }
        if isFirst { onChange(self) }
        return watch
    }

    func remove(_ number: Int) {
        let isLast = lock.withLock {
            let watcher = watchers.removeValue(forKey: number)
            reading.remove(number)
            if let watcher { forget(watcher.dependencies, of: number) }
            return watcher != nil && watchers.isEmpty
        }
        if isLast { onChange(self) }
    }

    func startReading(_ number: Int, _ watcher: CommitWatcher) {
        lock.withLock {
            reading.insert(number)
            watcher.startReading()
        }
    }

    func finishReading(_ number: Int, _ watcher: CommitWatcher, _ dependencies: LiveDependencies) {
        let missed = lock.withLock {
            forget(watcher.dependencies, of: number)
            for (module, tests) in dependencies.modules {
                modules[module, default: ModuleWatchers()].add(number, tests.keys, tests.detail)
            }
            reading.remove(number)
            return watcher.finishReading(dependencies)
        }
        if let missed { watcher.receive(missed) }
    }

    private func forget(_ dependencies: LiveDependencies, of number: Int) {
        for (module, tests) in dependencies.modules {
            modules[module]?.remove(number, tests.keys, tests.detail)
            if modules[module]?.isEmpty == true { modules[module] = nil }
        }
    }
}
