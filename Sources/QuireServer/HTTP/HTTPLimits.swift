/// Limits on what clients may use, so that none of them can exhaust the server.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum size of a request's first line in bytes; beyond it, the response is 414.
    public var requestLineBytes = 8_192
    /// The maximum size of a request's head in bytes, including its first line; beyond it, the response is 431.
    public var headBytes = 32_768
    /// The maximum number of a request's header fields; beyond it, the response is 431.
    public var headerCount = 100
    /// The maximum size of a request's body in bytes; beyond it, the response is 413.
    public var bodyBytes = 8 << 20
    /// The maximum total size in bytes of all request bodies in memory; a request beyond it gets 503.
    public var heldBytes = 64 << 20
    /// The maximum total size in bytes of responses that have not been read; beyond it, requests wait.
    public var unsentBytes = 64 << 20
    /// The maximum number of connections. One more closes the connection that has been idle longest; if none is idle,
    /// the response is 503.
    public var connections = 4_096
    /// The maximum number of requests that are handled at once; others wait.
    public var running = 64
    /// The timeout for a request's head in milliseconds, from its first byte; after it, the response is 408.
    public var headTime = 10_000
    /// The timeout for a request's body in milliseconds; after it, the response is 408.
    public var bodyTime = 30_000
    /// How many milliseconds a connection may stay idle.
    public var idleTime = 75_000
    /// The timeout for handling a request in milliseconds; after it, the response is 503.
    public var answerTime = 60_000
    /// How many milliseconds a client may read nothing of a response before the connection is closed. While other
    /// requests wait because of `unsentBytes`, the limit applies to the whole response.
    public var sendTime = 15_000
    /// How many milliseconds running requests have to finish when the server stops; then they are cancelled.
    public var stopTime = 5_000

    public init() {}
}
