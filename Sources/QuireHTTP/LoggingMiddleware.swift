import Foundation

/// Logs one line per request: method, URL, status, size, duration. Never logs a query, a body or a secret.
///
/// ```swift
/// let transport = NetworkTransport().wrapped(in: [LoggingMiddleware { logger.info("\($0)") }])
/// // POST https://halo-db.com/api/generalcontent/instance/search, 86 bytes → 200, 4192 bytes, 38 ms
/// ```
public struct LoggingMiddleware: TransportMiddleware {
    private let showsHeaders: Bool
    private let clock: TransportClock
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - showsHeaders: Adds a line for each header of the request and the response. Secret values stay hidden.
    ///   - clock: Measures the duration of a request. Tests pass their own.
    ///   - write: Receives the text. It may be called from any thread.
    public init(
        showsHeaders: Bool = false, clock: TransportClock = .system,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.showsHeaders = showsHeaders
        self.clock = clock
        self.write = write
    }

    public func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        try await logged(request, size: { "\($0.body.count) bytes" }) {
            try await next.send(request, deadline: deadline)
        }
    }

    public func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        try await logged(request, size: { _ in "a stream" }) {
            try await next.stream(request, deadline: deadline)
        }
    }

    private func logged<Response: HTTPHead>(
        _ request: HTTPRequest, size: (Response) -> String, send: () async throws -> Response
    ) async throws -> Response {
        let start = clock.now()
        do {
            let response = try await send()
            var text = "\(request) → \(response.status), \(size(response)), \(milliseconds(since: start)) ms"
            if showsHeaders { text += indented(request.headers, ">") + indented(response.headers, "<") }
            write(text)
            return response
        } catch {
            // Only errors that are known to hide secrets are printed in full.
            let what = (error as? TransportError)?.description ?? "\(type(of: error))"
            write("\(request) → \(what) (\(milliseconds(since: start)) ms)")
            throw error
        }
    }

    private func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = (clock.now() - start).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private func indented(_ headers: HTTPHeaders, _ mark: String) -> String {
        headers.map { "\n  \(mark) \($0)" }.joined()
    }
}
