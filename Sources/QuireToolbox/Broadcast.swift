/// Broadcasts events to any number of streams.
package final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var latest: [Event]
        var listeners = Listeners<Event>()
    }

    private let capacity: Int
    private let replays: Bool
    private let state: Locked<State>

    /// - Parameters:
    ///   - capacity: The number of the newest events that a slow subscriber gets.
    ///   - replays: Whether late subscribers get these events too.
    ///   - first: Counts as sent.
    package init(kept capacity: Int, replays: Bool = true, first: Event? = nil) {
        self.capacity = capacity
        self.replays = replays
        state = Locked(State(latest: first.map { [$0] } ?? []))
    }

    deinit { state.withLock { $0.listeners.finish() } }

    /// The last event, if events are replayed.
    package var last: Event? { state.withLock { $0.latest.last } }

    /// The number of subscribers.
    package var count: Int { state.withLock { $0.listeners.count } }

    package func send(_ event: Event) {
        // Under the lock, so that all subscribers see events in the same order.
        state.withLock { state in
            if replays {
                state.latest.append(event)
                if state.latest.count > capacity { state.latest.removeFirst(state.latest.count - capacity) }
            }
            state.listeners.yield(event)
        }
    }

    package var stream: AsyncStream<Event> { stream { _ in true } }

    /// The events that satisfy a condition.
    package func stream(where isIncluded: @escaping @Sendable (Event) -> Bool) -> AsyncStream<Event> {
        state.withLock { state in
            state.listeners.stream(.bufferingNewest(capacity), replaying: state.latest) {
                isIncluded($0) ? $0 : nil
            }
        }
    }
}
