import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with one `URLSession`, whose configuration an app can choose.
///
/// ```swift
/// let transport = URLSessionTransport(.init(maximumConnections: 8))
/// ```
///
/// Cancelling the task cancels the load. At most `maximumConnections` requests run at a time. The others wait in
/// first-in, first-out order, within their own deadlines. Redirects are followed only within the same origin.
///
/// On Apple platforms, ``NetworkTransport`` is this transport. On Linux, prefer ``NetworkTransport``: a `URLSession` there keeps a
/// CPU core busy while a response is incomplete, and stops the process if a connection is closed amid the headers of a response.
public struct URLSessionTransport: Transport {
    let core: URLSessionState

    /// - Parameters:
    ///   - settings: Connections, redirects, and the limits of a response.
    ///   - session: The configuration to start from: proxies, TLS, cellular access. The transport always overrides
    ///     cache, cookies, stored credentials, timeouts and connections per host.
    public init(_ settings: TransportSettings = .init(), session: URLSessionConfiguration = .ephemeral) {
        core = URLSessionState(settings, session)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            try await load(request) { exchange in
                try await withCheckedThrowingContinuation {
                    exchange.begin(.response($0), deadline: deadline)
                }
            }
        }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        var request = request
        if request.maximumResponseBytes == nil { request.maximumResponseBytes = .max }
        return try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            try await load(request) { exchange in
                try await withCheckedThrowingContinuation { exchange.begin(.stream($0), deadline: deadline) }
            }
        }
    }

    /// Sends a request, and sends it again if a kept-alive connection turns out to be closed. Every server closes idle
    /// connections at some point, possibly just as a request is on its way.
    private func load<Response>(
        _ request: HTTPRequest, _ begin: (Exchange) async throws -> Response
    ) async throws -> Response {
        var resendings = request.isRepeatable ? 2 : 0
        while true {
            let exchange = Exchange(request, core: core)
            do {
                return try await withTaskCancellationHandler {
                    try await begin(exchange)
                } onCancel: {
                    exchange.abort(CancellationError())
                }
            } catch is ClosedConnection {
                guard resendings > 0 else {
                    let detail = "the server closed a kept connection before it responded"
                    throw TransportError(.connectionLost, request, detail: detail)
                }
                resendings -= 1
            }
        }
    }
}
