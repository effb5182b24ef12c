/// What the request handler passes to the event loop: a response, and how to send it.
package struct Delivery: Sendable {
    /// A simulated failure of a response, for tests of clients.
    package enum Fault: Sendable, Hashable {
        /// Waits this many milliseconds before the request is handled.
        case delay(milliseconds: Int)
        /// Closes the connection before a byte is sent. The request is not handled.
        case drop
        /// Handles the request, but closes the connection instead of sending the response.
        case dropAnswer
        /// Closes the connection after this many bytes of the body.
        case truncate(bytes: Int)
        /// Resets the connection (RST). The request is not handled.
        case reset
        /// Sends this response without handling the request: 401, 429, 503, a redirect.
        case answer(status: Int, headers: [String: String])
    }

    enum Manner: Sendable { case whole, dropped, reset, truncated(bytes: Int) }

    var answer: Answer
    var manner = Manner.whole

    /// Handles the request, with the failure that the fault describes.
    static func make(
        _ request: ServedRequest, _ fault: Fault?, _ run: @Sendable (ServedRequest) async -> Answer
    ) async -> Delivery {
        switch fault {
        case nil: return Delivery(answer: await run(request))
        case .delay(let milliseconds)?:
            try? await Task.sleep(nanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
            return Delivery(answer: await run(request))
        case .drop?: return Delivery(answer: Answer(body: []), manner: .dropped)
        case .dropAnswer?: return Delivery(answer: await run(request), manner: .dropped)
        case .truncate(let bytes)?:
            return Delivery(answer: await run(request), manner: .truncated(bytes: bytes))
        case .reset?: return Delivery(answer: Answer(body: []), manner: .reset)
        case .answer(let status, let headers)?:
            var answer = Answer(refusing: status, "A fault that a test asked for.")
            answer.headers = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return Delivery(answer: answer)
        }
    }
}
