/// Sends requests over the network: through libcurl on Linux, with a `URLSession` on Apple platforms.
///
/// ```swift
/// let transport = NetworkTransport(.init(maximumConnections: 8))
/// let engine = HALOEngine(baseURL: url, transport: transport.wrapped(in: [LoggingMiddleware { print($0) }]))
/// ```
///
/// Every engine has one of its own unless it is given another transport. Cancelling the task cancels the load. At most
/// `maximumConnections` requests run at a time; the others wait in order, within their own deadlines. Redirects are followed
/// only within the same origin.
///
/// For proxies, cellular access and other settings of a session, use ``URLSessionTransport``. For other certificate authorities
/// on Linux, use ``CurlTransport``. A program that is linked statically has no libcurl to load, and uses a `URLSession`.
public struct NetworkTransport: Transport {
    private let transport: any Transport

    public init(_ settings: TransportSettings = .init()) {
        #if os(Linux)
        do {
            transport = try CurlTransport(settings)
        } catch {
            transport = URLSessionTransport(settings)
        }
        #else
        transport = URLSessionTransport(settings)
        #endif
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await transport.send(request, deadline: deadline)
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await transport.stream(request, deadline: deadline)
    }
}
