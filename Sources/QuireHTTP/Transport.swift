/// Something that carries HTTP requests: the network, a middleware around it, a test's script.
///
/// ```swift
/// let transport: any Transport = URLSessionTransport()
/// let response = try await transport.send(HTTPRequest(.get, url), deadline: .after(.seconds(5)))
/// ```
///
/// A transport answers with whatever status the server gave; a status is never an error here.
public protocol Transport: Sendable {
    /// Sends a request and reads the whole answer.
    ///
    /// - Throws: `TransportError`, or `CancellationError` once the task is cancelled.
    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse

    /// Sends a request and hands out the answer's body as it arrives; the deadline holds for the whole of it.
    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream
}

/// A step around a transport: it may change the request, the answer, or send more than once.
///
/// ```swift
/// let transport = URLSessionTransport().wrapped(in: [RetryMiddleware(), LoggingMiddleware { print($0) }])
/// ```
public protocol TransportMiddleware: Sendable {
    func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse

    /// Passes the request on where a middleware has nothing to say about streams.
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
    /// The transport inside middlewares; the first is the outermost.
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

/// A transport made of a closure: for tests, and for adapting another client.
///
/// ```swift
/// let offline = ClosureTransport { _ in HTTPResponse(status: 200, body: Data("[]".utf8)) }
/// ```
public struct ClosureTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.answer = answer
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await answer(request)
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await answer(request))
    }
}
