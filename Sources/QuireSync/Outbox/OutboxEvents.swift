import QuireToolbox

/// Broadcasts events to listeners.
final class OutboxEvents: Sendable {
    private let events = Broadcast<OutboxEvent>(kept: 256, replays: false)
    /// The conflicts that were already reported.
    private let reported = Locked<Set<Int64>>([])

    /// The events from now on. A slow reader gets the newest 256.
    var stream: AsyncStream<OutboxEvent> { events.stream }

    func send(_ event: OutboxEvent) { events.send(event) }

    func isReported(_ number: Int64) -> Bool { reported.withLock { $0.contains(number) } }

    func markReported(_ number: Int64) { reported.withLock { _ = $0.insert(number) } }

    /// Reports a conflict again if it recurs.
    func forget(_ number: Int64) { reported.withLock { _ = $0.remove(number) } }
}
