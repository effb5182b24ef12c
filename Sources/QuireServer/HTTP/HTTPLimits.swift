/// Limits what clients can ask of a server, so that no client can exhaust it.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of a request's first line; a longer one gets 414.
    public var requestLineBytes = 8_192
    /// Bytes of a request's head, with its first line; a longer one gets 431.
    public var headBytes = 32_768
    /// Header fields of a request; more get 431.
    public var headerCount = 100
    /// Bytes of a request's body; a larger one gets 413.
    public var bodyBytes = 8 << 20
    /// The maximum bytes of all bodies in memory. Beyond it, a request gets a 503.
    public var heldBytes = 64 << 20
    /// Bytes of responses that clients have not read yet; beyond, requests wait.
    public var unsentBytes = 64 << 20
    /// The maximum number of connections. Another one closes the longest idle one; if none is idle, it gets 503.
    public var connections = 4_096
    /// The maximum number of running requests. Others wait.
    public var running = 64
    /// The timeout for a request's head in milliseconds, from its first byte; after it, the response is 408.
    public var headTime = 10_000
    /// The timeout for a request's body in milliseconds; after it, the response is 408.
    public var bodyTime = 30_000
    /// How many milliseconds a connection may stay idle.
    public var idleTime = 75_000
    /// Milliseconds until a response is ready; then 503.
    public var responseTime = 60_000
    /// Milliseconds after which a connection is closed if its client reads no byte of a response. While other requests
    /// wait for `unsentBytes`, milliseconds for the whole response.
    public var sendTime = 15_000
    /// Milliseconds that running requests get to finish when the server stops; then they are cancelled.
    public var stopTime = 5_000

    public init() {}
}
