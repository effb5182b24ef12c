import Foundation

/// An HTTP/1.1 server for tests, on a free port of 127.0.0.1, with a thread per connection and simulated faults.
///
/// ```swift
/// let server = try LoopbackServer { request in Reply(text: request.text) }
/// defer { server.stop() }
/// ```
public final class LoopbackServer: Sendable {
    /// The server could not be started.
    public struct Failure: Error { public var step: String; public var code: Int32 }

    public let port: Int
    private let listener: Socket
    private let respond: @Sendable (ReceivedRequest) -> Reply
    private let state = State()

    /// - Parameter records: Whether `requests` keeps incoming requests; off for tests with many requests.
    public init(records: Bool = true, respond: @escaping @Sendable (ReceivedRequest) -> Reply) throws(Failure)
    {
        (listener, port) = try Socket.listening()
        self.respond = respond
        state.records = records
        let thread = Thread { [listener, state] in
            while let socket = listener.accept() {
                guard let number = state.open(socket) else { socket.close(); break }
                let connection = Connection(socket: socket, number: number, respond: respond, state: state)
                let worker = Thread { connection.serve() }
                worker.stackSize = 512 * 1024
                worker.start()
            }
            // Closed by the thread that uses it, because the descriptor may otherwise already belong to another server.
            listener.close()
        }
        thread.start()
    }

    deinit { stop() }

    public var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    /// The requests so far, in order of arrival.
    public var requests: [ReceivedRequest] { state.lock.withLock { state.received } }

    /// The number of connections so far.
    public var connectionCount: Int { state.lock.withLock { state.count } }

    /// The number of requests so far.
    public var requestCount: Int { state.lock.withLock { state.requestCount } }

    /// The CPU time that connections have used, in seconds, which a client in the same process subtracts from its own.
    public var cpuSeconds: Double { state.lock.withLock { state.cpuSeconds } }

    public func stop() {
        guard state.stop() else { return }
        listener.shutDown()
        #if canImport(Darwin)
        // On Apple platforms, shutting down does not wake a thread that waits for a connection, but a new connection
        // does.
        Socket.touch(port: port)
        #endif
    }

    /// The state shared by the connections.
    final class State: @unchecked Sendable {
        let lock = NSLock()
        var records = true
        var received: [ReceivedRequest] = []
        var requestCount = 0
        var cpuSeconds = 0.0
        var count = 0
        private var open: [Int: Socket] = [:]
        private var isStopped = false

        func open(_ socket: Socket) -> Int? {
            lock.withLock {
                guard !isStopped else { return nil }
                count += 1
                open[count] = socket
                return count
            }
        }

        func close(_ number: Int) {
            lock.withLock { open.removeValue(forKey: number)?.close() }
        }

        func spend(_ seconds: Double) { lock.withLock { cpuSeconds += seconds } }

        func note(_ request: ReceivedRequest) {
            lock.withLock {
                requestCount += 1
                if records { received.append(request) }
            }
        }

        /// Closes all connections. Returns `false` if this has already been done.
        func stop() -> Bool {
            lock.withLock {
                guard !isStopped else { return false }
                isStopped = true
                for socket in open.values { socket.shutDown() }
                return true
            }
        }
    }
}
