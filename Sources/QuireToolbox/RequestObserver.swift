/// Observes each request of an engine or a transport: when it starts and how it ends.
///
/// ```swift
/// struct RequestLog: RequestObserver {
///     func started(_ request: ObservedRequest) {}
///     func finished(_ request: ObservedRequest, _ summary: RequestSummary) { print("\(request): \(summary)") }
///     func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {
///         print("\(request) failed: \(error)")
///     }
/// }
/// let content = ContentClient(engine: store.observed(by: RequestLog()))
/// // QuireStore search books: 20 rows, 3 ms
/// ```
/// Each request that starts also ends once, finished or failed. The methods are called from the request's task, and
/// the request waits for them, so they should be quick.
///
/// Requests and summaries never contain a secret, a query's values or a body. An error is the one that the request throws:
/// its text may quote a value of the query or of the response.
public protocol RequestObserver: Sendable {
    /// Called when a request starts.
    func started(_ request: ObservedRequest)

    /// Called when a request ends with a response.
    func finished(_ request: ObservedRequest, _ summary: RequestSummary)

    /// Called when a request ends with an error, including `CancellationError`.
    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration)
}

/// A request that an observer receives.
public struct ObservedRequest: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// Unique within the process.
    public let id: UInt64
    /// The request that sent this one, such as the engine's search for a network call. `nil` for an outermost request.
    public let parent: UInt64?
    /// The name of the engine, or `HTTP`.
    public let system: String
    /// The operation: `search`, `write`, `changes`, `spelling`, or the method of an HTTP request.
    public let operation: String
    /// The names of the modules, or the address without its query.
    public let subject: String
    /// The number of bytes sent, if the request has a body.
    public let bytesSent: Int?

    /// The text for a log, for example `QuireStore search books`.
    public var description: String {
        subject.isEmpty ? "\(system) \(operation)" : "\(system) \(operation) \(subject)"
    }
}

/// The result of a successful request.
public struct RequestSummary: Sendable, Hashable, CustomStringConvertible {
    /// The time from the start to the end of the request.
    public let duration: Duration
    /// The number of items in the response, or of operations that were written.
    public let rows: Int?
    /// The number of bytes in the response, if they are counted.
    public let bytes: Int?
    /// The status of an HTTP response.
    public let status: Int?

    /// The text for a log, for example `20 rows, 3 ms`.
    public var description: String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let parts = [
            status.map { "\($0)" }, rows.map { $0 == 1 ? "1 row" : "\($0) rows" },
            bytes.map { "\($0) bytes" }, "\(milliseconds) ms",
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}
