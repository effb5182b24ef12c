/// What the handler of requests hands to the loop: an answer, and how it goes out.
package struct Delivery: Sendable {
    /// How an answer breaks on its way, for the tests of clients.
    package enum Fault: Sendable, Hashable {
        /// Waits so many milliseconds before the request is answered.
        case delay(milliseconds: Int)
        /// Closes the connection before a byte is sent; the request is not run.
        case drop
        /// Runs the request, and closes the connection instead of the answer.
        case dropAnswer
        /// Closes the connection after so many bytes of the body.
        case truncate(bytes: Int)
        /// Resets the connection (RST); the request is not run.
        case reset
        /// Answers so instead of running the request: 401, 429, 503, a redirect.
        case answer(status: Int, headers: [String: String])
    }

    enum Manner: Sendable { case whole, dropped, reset, truncated(bytes: Int) }

    var answer: Answer
    var manner = Manner.whole

    /// Runs the request as the fault says.
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
