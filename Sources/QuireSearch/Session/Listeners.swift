/// The listeners of a session. Used under the session's lock, which keeps events in order.
struct Listeners<Element: Sendable>: Sendable {
    private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    private var lastNumber = 0

    /// - Parameter onEnd: Called with the listener's number when it leaves, but never from this method.
    mutating func stream(
        _ buffering: AsyncStream<Element>.Continuation.BufferingPolicy, first: Element? = nil,
        onEnd: @escaping @Sendable (Int) -> Void
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        lastNumber += 1
        let number = lastNumber
        continuations[number] = continuation
        if let first { continuation.yield(first) }
        continuation.onTermination = { _ in onEnd(number) }
        return stream
    }

    func yield(_ element: Element) {
        guard !continuations.isEmpty else { return }
        for continuation in continuations.values { continuation.yield(element) }
    }

    mutating func remove(_ number: Int) { continuations[number] = nil }

    /// Ends the streams after their buffers are read. Calls `onEnd`, so it must not run under the session's lock.
    func finish() {
        for continuation in continuations.values { continuation.finish() }
    }
}
