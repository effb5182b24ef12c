/// Sends HTTP requests: over the network, through a middleware, or from a test script.
///
/// ```swift
/// let transport: any Transport = NetworkTransport()
/// let response = try await transport.send(HTTPRequest(.get, url), deadline: .after(.seconds(5)))
/// ```
///
/// A transport returns every status that the server sends. A status is never an error here.
public protocol Transport: Sendable {
    /// Sends a request and reads the complete response.
    ///
    /// - Throws: `TransportError`, or `CancellationError` if the task is cancelled.
    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse

    /// Sends a request and returns the body as it arrives. The deadline covers the whole body.
    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream
}

/// A step around a transport. It may change the request or the response, or send more than once.
///
/// ```swift
/// let transport = NetworkTransport().wrapped(in: [RetryMiddleware(), LoggingMiddleware { print($0) }])
/// ```
public protocol TransportMiddleware: Sendable {
    func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse

    /// Streams a request. The default passes it on unchanged.
    func stream(_ request: HTTPRequest, deadline: Deadline, next: any Transport) async throws -> HTTPStream
}

extension TransportMiddleware {
    public func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        try await next.stream(request, deadline: deadline)
    }
}

extension Transport {
    /// Wraps the transport in middlewares. The first one is the outermost.
    public func wrapped(in middlewares: [any TransportMiddleware]) -> any Transport {
        var transport: any Transport = self
        for middleware in middlewares.reversed() {
            transport = WrappedTransport(middleware: middleware, next: transport)
        }
        return transport
    }
}

private struct WrappedTransport: Transport {
    let middleware: any TransportMiddleware
    let next: any Transport

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await middleware.send(request, deadline: deadline, next: next)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await middleware.stream(request, deadline: deadline, next: next)
    }
}

/// A transport made from a closure, for tests and for adapting another client.
///
/// ```swift
/// let offline = ClosureTransport { _ in HTTPResponse(status: 200, body: Data("[]".utf8)) }
/// ```
public struct ClosureTransport: Transport {
    private let response: @Sendable (HTTPRequest) async throws -> HTTPResponse

    public init(_ response: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.response = response
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await response(request)
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await response(request))
    }
}

/// The continuation of a caller that waits for a complete response or for its head.
enum TransportCaller {
    case response(CheckedContinuation<HTTPResponse, any Error>)
    case stream(CheckedContinuation<HTTPStream, any Error>)

    func fail(_ error: any Error) {
        switch self {
        case .response(let continuation): continuation.resume(throwing: error)
        case .stream(let continuation): continuation.resume(throwing: error)
        }
    }
}

/// The limits of a transport.
///
/// ```swift
/// let transport = NetworkTransport(.init(maximumConnections: 8))
/// ```
public struct TransportSettings: Sendable, Hashable {
    /// The number of concurrent requests.
    public var maximumConnections: Int
    /// The largest response, in decoded bytes (after gzip is unpacked).
    public var maximumResponseBytes: Int
    /// The amount of stream data that may wait for its reader, in bytes.
    public var maximumBufferedBytes: Int
    public var maximumRedirects: Int
    public var userAgent: String

    public init(
        maximumConnections: Int = 32, maximumResponseBytes: Int = 64 << 20,
        maximumBufferedBytes: Int = 64 << 20, maximumRedirects: Int = 5, userAgent: String = "Quire"
    ) {
        self.maximumConnections = maximumConnections
        self.maximumResponseBytes = maximumResponseBytes
        self.maximumBufferedBytes = maximumBufferedBytes
        self.maximumRedirects = maximumRedirects
        self.userAgent = userAgent
    }
}
