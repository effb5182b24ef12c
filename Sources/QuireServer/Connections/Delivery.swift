/// What the handler of requests returns to the loop: a response, and how it is sent.
package struct Delivery: Sendable {
    /// How a response fails on its way, for the tests of clients.
    package enum Fault: Sendable, Hashable {
        /// Waits before the request runs.
        case delay(milliseconds: Int)
        /// Closes the connection before a byte is sent; the request is not run.
        case drop
        /// Runs the request, and closes the connection instead of responding.
        case dropResponse
        /// Closes the connection after some bytes of the body.
        case truncate(bytes: Int)
        /// Resets the connection (RST); the request is not run.
        case reset
        /// Responds with this instead of running the request: 401, 429, 503, a redirect.
        case respond(status: Int, headers: [String: String])
    }

    /// How a response is sent.
    enum Manner: Sendable { case whole, dropped, reset, truncated(bytes: Int) }

    var response: ServedResponse
    var manner = Manner.whole

    /// Runs the request with the fault.
    static func make(
        _ request: ServedRequest, _ fault: Fault?, _ run: @Sendable (ServedRequest) async -> ServedResponse
    ) async -> Delivery {
        switch fault {
        case nil: return Delivery(response: await run(request))
        case .delay(let milliseconds)?:
            try? await Task.sleep(nanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
            return Delivery(response: await run(request))
        case .drop?: return Delivery(response: ServedResponse(body: []), manner: .dropped)
        case .dropResponse?: return Delivery(response: await run(request), manner: .dropped)
        case .truncate(let bytes)?:
            return Delivery(response: await run(request), manner: .truncated(bytes: bytes))
        case .reset?: return Delivery(response: ServedResponse(body: []), manner: .reset)
        case .respond(let status, let headers)?:
            var response = ServedResponse(error: status, "A fault that a test requested.")
            response.headers = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return Delivery(response: response)
        }
    }
}
