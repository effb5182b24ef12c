/// What a server takes from its clients, so that none of them can use it up.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of a request's first line; a longer one is answered 414.
    public var requestLineBytes = 8_192
    /// Bytes of a request's head, its first line with it; a longer one is answered 431.
    public var headBytes = 32_768
    /// Header fields of a request; more are answered 431.
    public var headerCount = 100
    /// Bytes of a request's body; a larger one is answered 413.
    public var bodyBytes = 8 << 20
    /// Bytes of all bodies that are held at once; a request beyond is answered 503.
    public var heldBytes = 64 << 20
    /// Bytes of answers that wait for their readers; beyond, requests wait.
    public var unsentBytes = 64 << 20
    /// Connections at once; for one more, that which has idled longest is closed. Where none idles, the answer is 503.
    public var connections = 4_096
    /// Requests that are worked on at once; others wait for their turn.
    public var running = 64
    /// Milliseconds for a request's head, from its first byte; then 408.
    public var headTime = 10_000
    /// Milliseconds for a request's body; then 408.
    public var bodyTime = 30_000
    /// Milliseconds that a connection may stay open with nothing to do.
    public var idleTime = 75_000
    /// Milliseconds for the answer to be made; then 503.
    public var answerTime = 60_000
    /// Milliseconds without a byte taken after which an answer's reader is given up; where other requests wait for
    /// `unsentBytes`, milliseconds for the whole answer.
    public var sendTime = 15_000
    /// Milliseconds that running requests have to end when the server stops; then they are cancelled.
    public var stopTime = 5_000

    public init() {}
}
