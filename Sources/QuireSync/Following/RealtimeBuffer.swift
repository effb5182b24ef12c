import Foundation
import QuireToolbox

/// Changes that wait for their reader. Equal changes are joined, and many items of a module become one change of the
/// whole module, so the buffer cannot grow, and loses nothing.
package final class RealtimeBuffer: @unchecked Sendable {
    /// More waiting items of a module than this count as a change of the module.
    package static let mostItems = 256

    private let lock = NSLock()
    private let signal = AsyncSignal()
    private var waiting: [RealtimeChange] = []
    private var known: Set<RealtimeChange> = []
    private var counts: [String: Int] = [:]
    private var isFinished = false

    package init() {}

    package func send(_ change: RealtimeChange) {
        lock.withLock {
            guard !isFinished, !known.contains(RealtimeChange(module: change.module)),
                known.insert(change).inserted
            else { return }
            waiting.append(change)
            counts[change.module, default: 0] += 1
            if change.id == nil || counts[change.module, default: 0] > Self.mostItems {
                join(change.module)
            }
        }
        signal.send()
    }

    /// Ends the stream after the changes that wait.
    package func finish() {
        lock.withLock { isFinished = true }
        signal.send()
    }

    /// Returns the next change. `nil` at the end, and if the task is cancelled.
    package func next() async -> RealtimeChange? {
        while !Task.isCancelled {
            switch lock.withLock({ (takeFirst(), isFinished) }) {
            case (let change?, _): return change
            case (nil, true): return nil
            case (nil, false): await signal.wait()
            }
        }
        return nil
    }

    /// Returns all changes that wait, without waiting.
    package func takeAll() -> [RealtimeChange] {
        lock.withLock {
            defer {
                waiting = []
                known = []
                counts = [:]
            }
            return waiting
        }
    }

    /// Waits until there may be changes.
    package func wait() async { await signal.wait() }

    private func takeFirst() -> RealtimeChange? {
        guard !waiting.isEmpty else { return nil }
        let change = waiting.removeFirst()
        known.remove(change)
        counts[change.module, default: 0] -= 1
        return change
    }

    private func join(_ module: String) {
        waiting.removeAll { $0.module == module }
        known = known.filter { $0.module != module }
        let whole = RealtimeChange(module: module)
        waiting.append(whole)
        known.insert(whole)
        counts[module] = 1
    }
}
