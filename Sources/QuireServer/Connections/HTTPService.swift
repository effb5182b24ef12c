import Foundation
import QuireToolbox

/// An HTTP server on this machine that passes each request to a handler.
package final class HTTPService: Sendable {
    package typealias Handler = @Sendable (ServedRequest) async -> ServedResponse

    private let host: String
    private let wantedPort: Int
    private let limits: HTTPLimits
    private let access: AccessRules
    private let log: (@Sendable (ServedExchange) -> Void)?
    private let respond: @Sendable (ServedRequest) async -> Delivery
    /// `nil` until the server is started.
    private let started = Locked<(loop: EventLoop, port: Int)?>(nil)

    /// - Parameters:
    ///   - port: The port to listen at; 0 means any free port.
    ///   - access: The requests to accept. Others fail before their bodies are read.
    ///   - log: Called with every request and its response.
    package convenience init(
        host: String, port: Int, limits: HTTPLimits = HTTPLimits(), access: AccessRules,
        log: (@Sendable (ServedExchange) -> Void)? = nil, handler: @escaping Handler
    ) {
        self.init(host: host, port: port, limits: limits, access: access, log: log) {
            Delivery(response: await handler($0))
        }
    }

    init(
        host: String, port: Int, limits: HTTPLimits, access: AccessRules,
        log: (@Sendable (ServedExchange) -> Void)?,
        delivering respond: @escaping @Sendable (ServedRequest) async -> Delivery
    ) {
        self.host = host
        wantedPort = port
        self.limits = limits
        self.access = access
        self.log = log
        self.respond = respond
    }

    /// Starts to listen. Clients can connect when it returns.
    ///
    /// - Throws: `ServerError` if the address is not available, or the server was started before.
    package func start() throws(ServerError) {
        let listener = try Listener(host: host, port: wantedPort)
        let loop: EventLoop
        do throws(ServerError) {
            loop = try EventLoop(listener, limits: limits, access: access, log: log, handler: respond)
            try begin(loop, port: listener.port)
        } catch {
            listener.socket.close()
            throw error
        }
        loop.start()
    }

    /// The port that the server listens at; the wanted port until it is started.
    package var port: Int { started.value?.port ?? wantedPort }

    /// The URL for clients on this machine: `http://127.0.0.1:8080`.
    package var url: URL {
        let host = ["0.0.0.0", "::", "localhost"].contains(host) ? "127.0.0.1" : host
        let name = host.contains(":") ? "[\(host)]" : host
        return URL(string: "http://\(name):\(port)") ?? URL(fileURLWithPath: "/")
    }

    /// Stops accepting requests, and returns when the running ones are done or were cancelled.
    package func stop() async { await started.value?.loop.stop() }

    private func begin(_ loop: EventLoop, port: Int) throws(ServerError) {
        let isFirst = started.withLock { started in
            guard started == nil else { return false }
            started = (loop, port)
            return true
        }
        guard isFirst else {
            throw ServerError(
                .state, "port \(port)", reason: "this server was started before",
                advice: "Create another one.")
        }
    }
}

/// A request and its response, for a log. It holds no query, no header and no body.
public struct ServedExchange: Sendable, Hashable, CustomStringConvertible {
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    public var status: Int
    /// Bytes of the response's body.
    public var bytes: Int
    /// Milliseconds from the request's arrival to the last byte of the response.
    public var milliseconds: Int

    public var description: String { "\(method) \(path) \(status) \(bytes) B \(milliseconds) ms" }
}

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
        _ request: ServedRequest, _ fault: Fault?, run: @Sendable (ServedRequest) async -> ServedResponse
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
