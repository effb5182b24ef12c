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
