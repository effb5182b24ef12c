/// Broadcasts events to any number of streams.
package final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var latest: [Event] = []
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextNumber = 0
    }

    private let kept: Int
    private let replays: Bool
    private let state = Locked(State())

    /// - Parameters:
    ///   - kept: The number of events buffered for slow subscribers.
    ///   - replays: Whether late subscribers get these events too.
    package init(kept: Int, replays: Bool = true) {
        self.kept = kept
        self.replays = replays
    }

    deinit { for listener in state.value.listeners.values { listener.finish() } }

    package func send(_ event: Event) {
        state.withLock { state in
            if replays {
                state.latest.append(event)
                if state.latest.count > kept { state.latest.removeFirst(state.latest.count - kept) }
            }
            for listener in state.listeners.values { listener.yield(event) }
        }
    }

    package var stream: AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(kept))
        let number = state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = continuation
            for event in state.latest { continuation.yield(event) }
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }
}
