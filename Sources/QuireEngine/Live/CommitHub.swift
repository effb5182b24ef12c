import Dispatch
import QuireToolbox

/// Sends the changes of commits to the live queries that depend on them.
///
/// Sending only adds the changes to a list. A separate queue tests which queries they affect, so that a commit does not
/// wait for it.
package final class CommitHub: Sendable {
    private struct State {
        var watchers: [Int: CommitWatcher] = [:]
        var nextNumber = 0
        /// The watchers by the modules they depend on.
        var modules: [String: ModuleWatchers] = [:]
        /// The watchers that are reading, whose dependencies are unknown.
        var reading: Set<Int> = []
        var pending: CommittedChanges?

        mutating func forget(_ dependencies: LiveDependencies, of number: Int) {
            for (module, tests) in dependencies.modules {
                modules[module]?.remove(number, keys: tests.keys, detail: tests.detail)
                if modules[module]?.isEmpty == true { modules[module] = nil }
            }
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "quire.live")
    private let onChange: @Sendable (CommitHub) -> Void

    /// - Parameter onChange: Called when the first watcher was added or the last one removed.
    package init(onChange: @escaping @Sendable (CommitHub) -> Void = { _ in }) {
        self.onChange = onChange
    }

    /// Whether anybody watches.
    package var isWatched: Bool { state.withLock { !$0.watchers.isEmpty } }

    /// The number of live queries.
    package var watcherCount: Int { state.withLock { $0.watchers.count } }

    /// The most precise detail of a module's changes that a live query can use.
    package func detail(of module: String) -> ChangeDetail {
        state.withLock { $0.modules[module]?.detail ?? .module }
    }

    /// Adds the changes of a commit. Returns quickly.
    package func send(_ changes: CommittedChanges) {
        state.withLock { state in
            guard !state.watchers.isEmpty, !changes.isEmpty else { return }
            if state.pending != nil {
                state.pending?.merge(changes)
                return
            }
            state.pending = changes
            queue.async { self.deliver() }
        }
    }

    private func deliver() {
        let (changes, affected) = state.withLock { state in
            defer { state.pending = nil }
            var affected = state.reading
            if let changed = state.pending?.modules {
                for (name, changes) in changed {
                    affected.formUnion(state.modules[name]?.concerned(by: changes) ?? [])
                }
            } else {
                affected.formUnion(state.watchers.keys)
            }
            return (state.pending, affected.compactMap { state.watchers[$0] })
        }
        guard let changes else { return }
        for watcher in affected { watcher.receive(changes) }
    }

    /// Starts watching. Changes of later commits are received until the watch is deallocated.
    package func watch() -> CommitWatch {
        let (watch, isFirst) = state.withLock { state in
            state.nextNumber += 1
            let watcher = CommitWatcher()
            state.watchers[state.nextNumber] = watcher
            state.reading.insert(state.nextNumber)
            return (CommitWatch(self, number: state.nextNumber, watcher: watcher), state.watchers.count == 1)
        }
        if isFirst { onChange(self) }
        return watch
    }

    func remove(_ number: Int) {
        let isLast = state.withLock { state in
            let watcher = state.watchers.removeValue(forKey: number)
            state.reading.remove(number)
            if let watcher { state.forget(watcher.dependencies, of: number) }
            return watcher != nil && state.watchers.isEmpty
        }
        if isLast { onChange(self) }
    }

    func startReading(_ number: Int, _ watcher: CommitWatcher) {
        state.withLock { state in
            state.reading.insert(number)
            watcher.startReading()
        }
    }

    func finishReading(_ number: Int, of watcher: CommitWatcher, dependencies: LiveDependencies) {
        let missed = state.withLock { state in
            state.forget(watcher.dependencies, of: number)
            for (module, tests) in dependencies.modules {
                state.modules[module, default: ModuleWatchers()].add(
                    number, keys: tests.keys, detail: tests.detail)
            }
            state.reading.remove(number)
            return watcher.finishReading(dependencies)
        }
        if let missed { watcher.receive(missed) }
    }
}
