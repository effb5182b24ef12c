#if SQLite
import QuireToolbox

/// Notifies listeners after each commit of this process.
final class CommitSignal: Sendable {
    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextNumber = 0
    }

    private let state = Locked(State())

    /// Adds a listener. It is called on the writer's thread and must return quickly.
    func add(_ listener: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = listener
            return state.nextNumber
        }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    func send() {
        for listener in state.value.listeners.values { listener() }
    }
}
#endif
