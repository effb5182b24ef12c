public import QuireToolbox

/// Reports each network request to an observer.
///
/// ```swift
/// let transport = NetworkTransport().wrapped(in: [ObservingMiddleware(by: observer)])
/// let halo = HALOEngine(baseURL: url, authorization: BearerToken(token), transport: transport)
/// // HTTP POST https://halo-db.com/api/generalcontent/instance/search: 200, 4192 bytes, 38 ms
/// ```
/// An engine wraps its retries and its authorization around the transport, so each attempt is reported as a
/// separate request. A streamed response counts as finished when its head has arrived.
public struct ObservingMiddleware: TransportMiddleware {
    private let observer: any RequestObserver

    /// - Parameter observer: Receives the start and the end of each request.
    public init(by observer: any RequestObserver) { self.observer = observer }

    public func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        try await Observation.of(
            "HTTP", request.method.rawValue, on: request.url.printable,
            bytesSent: request.upload == nil ? request.body?.count : request.bodySize,
            by: observer,
            counting: { .init(bytes: $0.body.count, status: $0.status) }
        ) {
            try await next.send(request, deadline: deadline)
        }
    }

    public func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        try await Observation.of(
            "HTTP", request.method.rawValue, on: request.url.printable,
            bytesSent: request.upload == nil ? request.body?.count : request.bodySize,
            by: observer,
            counting: { .init(status: $0.status) }
        ) {
            try await next.stream(request, deadline: deadline)
        }
    }
}
