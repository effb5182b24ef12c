/// A connection and its state. Belongs to the event loop's thread.
final class ServerConnection {
    enum Phase {
        /// Waiting for a request, or reading one.
        case reading
        /// A request waits for its turn.
        case waiting
        /// A request runs.
        case running
        /// A response is sent.
        case sending
        /// The response is sent. What the client still sends is dropped, so that it can read the response.
        case draining
    }

    let id: Int
    let socket: SystemSocket
    var parser: RequestParser
    var phase = Phase.reading
    /// When the connection is closed unless something happens, in the loop's milliseconds.
    var deadline: Int
    var closesAfterResponse = false
    /// Whether the connection ends with a reset, as a fault.
    var isReset = false
    /// The request that is waiting or running.
    var request: ServedRequest?
    var startedAt = 0
    var task: Task<Void, Never>?
    /// When sending the response began.
    var sendingSince = 0
    /// The bytes to send, and how many of them have been sent.
    private(set) var output: [UInt8] = []
    private(set) var sent = 0
    /// The response's status and size, for the log.
    var status = 0
    var responseBytes = 0
    /// Bytes of this connection's body in memory.
    var held = 0
    /// The part of a request that the deadline is for.
    var awaits = Awaited.nothing

    enum Awaited { case nothing, head, body }

    init(id: Int, socket: SystemSocket, limits: HTTPLimits, access: AccessRules?, deadline: Int) {
        self.id = id
        self.socket = socket
        self.deadline = deadline
        parser = RequestParser(limits, access: access)
    }

    var unsent: Int { output.count - sent }

    func queue(_ bytes: [UInt8]) {
        if unsent == 0 {
            output = bytes
            sent = 0
        } else {
            output += bytes
        }
    }

    /// Sends as much as the system accepts. Returns `false` if the connection is broken.
    func flush() -> Bool {
        while unsent > 0 {
            let outcome = output.withUnsafeBytes {
                socket.transmit(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            switch outcome {
            case .moved(let count): sent += count
            case .wouldBlock: return true
            case .ended, .failed: return false
            }
        }
        output = []
        sent = 0
        return true
    }
}

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
