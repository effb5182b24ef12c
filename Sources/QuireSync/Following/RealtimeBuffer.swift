import QuireToolbox

/// Changes that wait for their reader. Equal changes are joined, and many items of a module become one change of the
/// whole module, so the buffer cannot grow, and loses nothing.
package final class RealtimeBuffer: Sendable {
    /// More waiting items of a module than this count as a change of the module.
    package static let mostItems = 256

    private struct State {
        var waiting: [RealtimeChange] = []
        var waitingSet: Set<RealtimeChange> = []
        var counts: [String: Int] = [:]
        var isFinished = false

        mutating func add(_ change: RealtimeChange) {
            guard !isFinished, !waitingSet.contains(RealtimeChange(module: change.module)),
                waitingSet.insert(change).inserted
            else { return }
            waiting.append(change)
            counts[change.module, default: 0] += 1
            if change.id == nil || counts[change.module, default: 0] > RealtimeBuffer.mostItems {
                join(change.module)
            }
        }

        mutating func takeFirst() -> RealtimeChange? {
            guard !waiting.isEmpty else { return nil }
            let change = waiting.removeFirst()
            waitingSet.remove(change)
            counts[change.module, default: 0] -= 1
            return change
        }

        private mutating func join(_ module: String) {
            waiting.removeAll { $0.module == module }
            waitingSet = waitingSet.filter { $0.module != module }
            let whole = RealtimeChange(module: module)
            waiting.append(whole)
            waitingSet.insert(whole)
            counts[module] = 1
        }
    }

    private let signal = AsyncSignal()
    private let state = Locked(State())

    package init() {}

    package func send(_ change: RealtimeChange) {
        state.withLock { $0.add(change) }
        signal.send()
    }

    /// Ends the stream after the changes that wait.
    package func finish() {
        state.withLock { $0.isFinished = true }
        signal.send()
    }

    /// Returns the next change. `nil` at the end, and if the task is cancelled.
    package func next() async -> RealtimeChange? {
        while !Task.isCancelled {
            switch state.withLock({ ($0.takeFirst(), $0.isFinished) }) {
            case (let change?, _): return change
            case (nil, true): return nil
            case (nil, false): await signal.wait()
            }
        }
        return nil
    }

    /// Returns all changes that wait, without waiting.
    package func takeAll() -> [RealtimeChange] {
        state.withLock { state in
            defer { state = State(isFinished: state.isFinished) }
            return state.waiting
        }
    }

    /// Waits until there may be changes.
    package func wait() async { await signal.wait() }
}
