import QuireText
import QuireToolbox

/// Broadcasts events of syncs to listeners.
final class SyncEvents<Event: Sendable>: Sendable {
    private struct Listener {
        let module: String?
        let continuation: AsyncStream<Event>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextNumber = 0
    }

    private let kept: Int
    private let state = Locked(State())

    /// - Parameter kept: The number of the newest events that a slow reader gets.
    init(kept: Int = 16) { self.kept = kept }

    deinit { for listener in state.value.listeners.values { listener.continuation.finish() } }

    /// Returns the events from now on, of one module or of all.
    func stream(of module: String?) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(kept))
        let number = state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = Listener(module: module, continuation: continuation)
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        return stream
    }

    func send(_ event: Event, of module: String) {
        let interested = state.withLock { state in
            state.listeners.values.filter { $0.module?.isByteEqual(to: module) ?? true }
        }
        for listener in interested { listener.continuation.yield(event) }
    }

    /// The number of listeners.
    var count: Int { state.withLock { $0.listeners.count } }
}

extension SyncEvents where Event == SyncResult {
    func send(_ result: SyncResult) { send(result, of: result.module) }
}
