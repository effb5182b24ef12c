/// The streams of those who listen to events. Used under its owner's lock, which keeps the events in order.
///
/// A stream that ends never takes the owner's lock: a cancelled task ends its stream while it holds the task's status
/// lock, and an event for this task, sent under the owner's lock, waits for the status lock. So the end is only noted,
/// and the listener is removed with the next event or the next listener.
package struct Listeners<Event: Sendable>: Sendable {
    private struct Listener: Sendable {
        let yield: @Sendable (Event) -> Void
        let finish: @Sendable () -> Void
    }

    private var listeners: [Int: Listener] = [:]
    private var lastNumber = 0
    private let ended = Locked<[Int]>([])

    package init() {}

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - replayed: The first events.
    ///   - element: What the listener gets for an event; `nil` skips it. Runs under the owner's lock.
    package mutating func stream<Element: Sendable>(
        _ buffering: AsyncStream<Element>.Continuation.BufferingPolicy, replaying replayed: [Event] = [],
        _ element: @escaping @Sendable (Event) -> Element?
    ) -> AsyncStream<Element> {
        removeEnded()
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        lastNumber += 1
        continuation.onTermination = { [ended, number = lastNumber] _ in
            ended.withLock { $0.append(number) }
        }
        let listener = Listener {
            if let element = element($0) { continuation.yield(element) }
        } finish: {
            continuation.finish()
        }
        for event in replayed { listener.yield(event) }
        listeners[lastNumber] = listener
        return stream
    }

    package mutating func yield(_ event: Event) {
        guard !listeners.isEmpty else { return }
        removeEnded()
        for listener in listeners.values { listener.yield(event) }
    }

    /// Ends the streams after their buffers are read.
    package mutating func finish() {
        for listener in listeners.values { listener.finish() }
        listeners = [:]
        removeEnded()
    }

    /// The number of streams that have not ended.
    package var count: Int { listeners.count - ended.value.count }

    private mutating func removeEnded() {
        let numbers = ended.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        for number in numbers { listeners[number] = nil }
    }
}
