import Foundation
import QuireToolbox

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One thread that moves the bytes of all connections. Requests run in tasks beside it.
///
/// A connection has one request at a time: the next one is read when the response to the previous one is sent. So no
/// client can fill the memory.
///
/// Unchecked, because everything but the mailbox belongs to the loop's thread.
final class EventLoop: @unchecked Sendable {
    typealias Handler = @Sendable (ServedRequest) async -> Delivery
    typealias Log = @Sendable (ServedExchange) -> Void

    let limits: HTTPLimits
    private let access: AccessRules?
    private let handler: Handler
    private let log: Log?
    let listener: Listener
    private let wakePipe: WakePipe

    private struct Mail {
        enum State { case open, stopping, ended }

        var state = State.open
        var arrivals: [(connection: Int, delivery: Delivery)] = []
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    private let mailbox = Locked(Mail())

    // Accessed only on the loop's thread.
    var connections: [Int: ServerConnection] = [:]
    private var nextID = 0
    private var queue: [Int] = []
    private var queueStart = 0
    private var running = 0
    private var held = 0
    private var unsent = 0
    var now = LoopClock.now
    private var clock = LoopClock()
    var phase = Phase.serving
    private var acceptsAgainAt = 0
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(
        _ listener: Listener, limits: HTTPLimits, access: AccessRules?, log: Log?,
        handler: @escaping Handler
    ) throws(ServerError) {
        guard let wakePipe = WakePipe() else {
            let code = errno
            throw ServerError(
                .address, "port \(listener.port)", reason: String(cString: strerror(code)),
                advice: Listener.remedy(of: code))
        }
        self.listener = listener
        self.limits = limits
        self.access = access
        self.log = log
        self.handler = handler
        self.wakePipe = wakePipe
    }

    deinit { scratch.deallocate() }

    func start() {
        let thread = Thread { [self] in run() }
        thread.name = "quire.serve"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Stops accepting requests, lets running ones finish, and returns when the last connection is closed.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isOver = mailbox.withLock { mail in
                guard mail.state != .ended else { return true }
                mail.state = .stopping
                mail.waitingForEnd.append(continuation)
                wakePipe.wake()
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func deliver(_ delivery: Delivery, to connection: Int) {
        mailbox.withLock { mail in
            mail.arrivals.append((connection, delivery))
            // Inside the lock: once the loop has ended, the descriptor may belong to another file.
            if mail.arrivals.count == 1, mail.state != .ended { wakePipe.wake() }
        }
    }

    // MARK: - Turning

    private func run() {
        var descriptors: [pollfd] = []
        var polled: [ServerConnection] = []
        while true {
            takeMail()
            startRequests()
            if case .stopping(let end) = phase, now >= end { cancelAll() }
            if !phase.isServing, connections.isEmpty, running == 0 || now >= phase.end { break }
            descriptors.removeAll(keepingCapacity: true)
            polled.removeAll(keepingCapacity: true)
            descriptors.append(pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0))
            let accepts = phase.isServing && now >= acceptsAgainAt
            descriptors.append(
                pollfd(fd: accepts ? listener.socket.descriptor : -1, events: Int16(POLLIN), revents: 0))
            var next = accepts || !phase.isServing ? phase.end : acceptsAgainAt
            let isBlocked = queueStart < queue.count && unsent >= limits.unsentBytes
            for connection in connections.values {
                next = min(next, connection.deadline)
                if isBlocked, connection.phase == .sending {
                    next = min(next, connection.sendingSince + limits.sendTime)
                }
                let events = interest(connection)
                guard events != 0 else { continue }
                descriptors.append(pollfd(fd: connection.socket.descriptor, events: events, revents: 0))
                polled.append(connection)
            }
            let wait = next == Int.max ? -1 : max(0, min(next - now + 1, 60_000))
            let count = poll(&descriptors, nfds_t(descriptors.count), Int32(wait))
            now = LoopClock.now
            if count > 0 {
                if descriptors[0].revents != 0 { wakePipe.drain() }
                for (index, connection) in polled.enumerated() where descriptors[index + 2].revents != 0 {
                    turn(connection, descriptors[index + 2].revents)
                }
                if descriptors[1].revents != 0 { acceptConnections() }
            }
            if now >= next {
                expire()
                if queueStart < queue.count, unsent >= limits.unsentBytes { giveUpSlowReaders() }
            }
        }
        end()
    }

    private func interest(_ connection: ServerConnection) -> Int16 {
        var events: Int16 = connection.unsent > 0 ? Int16(POLLOUT) : 0
        switch connection.phase {
        case .reading, .draining: events |= Int16(POLLIN)
        case .waiting, .running, .sending: break
        }
        return events
    }

    private func takeMail() {
        let (arrivals, stops) = mailbox.withLock { mail in
            defer { mail.arrivals.removeAll() }
            return (mail.arrivals, mail.state == .stopping)
        }
        for (id, delivery) in arrivals {
            running -= 1
            if let connection = connections[id], connection.phase == .running { send(delivery, connection) }
        }
        if stops, phase.isServing { beginStop() }
    }

    private func acceptConnections() {
        for _ in 0..<64 {
            switch listener.socket.accept() {
            case .none: return
            case .exhausted:
                if makeRoom() { continue }
                acceptsAgainAt = now + 100
                return
            case .connection(let socket):
                nextID += 1
                let connection = ServerConnection(
                    id: nextID, socket: socket, limits: limits, access: access,
                    deadline: now + limits.idleTime)
                guard connections.count < limits.connections || makeRoom() else {
                    refuse(connection)
                    continue
                }
                connections[nextID] = connection
                // Most clients send with the first packet after the handshake.
                read(connection)
            }
        }
    }

    /// Closes the connection that has been idle longest, or if there is none, the one that has sent an incomplete
    /// request head for longest.
    ///
    /// Without this, a client could lock out others by opening connections and sending nothing.
    ///
    /// - Returns: `false` if there is no such connection.
    private func makeRoom() -> Bool {
        let reading = connections.values.filter { $0.phase == .reading }
        // A deadline is set when the wait begins, so the earliest deadline belongs to the longest wait.
        for awaited in [ServerConnection.Awaited.nothing, .head] {
            let waiting = reading.filter { $0.awaits == awaited }
            guard let longest = waiting.min(by: { $0.deadline < $1.deadline }) else { continue }
            close(longest)
            return true
        }
        return false
    }

    /// Rejects a client because of too many connections, if the socket accepts the response without blocking.
    private func refuse(_ connection: ServerConnection) {
        let response = ServedResponse(
            error: 503, "The server has \(limits.connections) connections, its most. Try later.")
        connection.queue(
            bytes(of: response, for: nil, closes: true))
        _ = connection.flush()
        connection.socket.endWriting()
        connection.socket.close()
    }

    // MARK: - One connection

    private func turn(_ connection: ServerConnection, _ events: Int16) {
        guard connections[connection.id] != nil else { return }
        if connection.unsent > 0, events & Int16(POLLOUT | POLLERR | POLLHUP) != 0 {
            sendMore(connection)
            guard connections[connection.id] != nil else { return }
        }
        if events & Int16(POLLIN | POLLERR | POLLHUP) != 0 { read(connection) }
    }

    private func read(_ connection: ServerConnection) {
        // A few pieces at a time, so that no connection keeps the others waiting.
        for _ in 0..<8 {
            guard connection.phase == .reading || connection.phase == .draining else { return }
            switch connection.socket.receive(into: scratch) {
            case .moved(let count):
                guard connection.phase == .reading else { continue }
                connection.parser.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
                parse(connection)
                guard connections[connection.id] != nil else { return }
                // The buffer is not full, so there is nothing more to read.
                if count < scratch.count { return }
            case .wouldBlock: return
            case .ended, .failed: return close(connection)
            }
        }
    }

    /// Parses the next request from the bytes that have arrived.
    private func parse(_ connection: ServerConnection) {
        while connection.phase == .reading {
            do throws(HTTPError) {
                switch try connection.parser.next() {
                case .needsMore:
                    try hold(connection, connection.parser.held)
                    return expectMore(connection)
                case .wantsContinue:
                    try hold(connection, connection.parser.held)
                    let leave = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
                    connection.queue(leave)
                    unsent += leave.count
                    sendMore(connection)
                    guard connections[connection.id] != nil else { return }
                case .request(let request):
                    try hold(connection, request.body.count)
                    connection.request = request
                    connection.phase = .waiting
                    connection.startedAt = now
                    connection.deadline = now + limits.responseTime
                    connection.awaits = .nothing
                    connection.closesAfterResponse = !request.keepsAlive || !phase.isServing
                    queue.append(connection.id)
                }
            } catch {
                fail(connection, error)
            }
        }
    }

    /// Counts the bytes of bodies in memory.
    private func hold(_ connection: ServerConnection, _ count: Int) throws(HTTPError) {
        held += count - connection.held
        connection.held = count
        if held > limits.heldBytes, count > 0 {
            throw HTTPError(503, "The server holds as many bytes of bodies as it may. Try again.")
        }
    }

    /// Sets the deadline for the rest of a request.
    private func expectMore(_ connection: ServerConnection) {
        if connection.parser.isIdle {
            connection.awaits = .nothing
            connection.deadline = now + limits.idleTime
        } else if connection.parser.isInBody {
            if connection.awaits != .body { connection.deadline = now + limits.bodyTime }
            connection.awaits = .body
        } else {
            if connection.awaits != .head { connection.deadline = now + limits.headTime }
            connection.awaits = .head
        }
    }

    private func startRequests() {
        while queueStart < queue.count, running < limits.running, unsent < limits.unsentBytes {
            let id = queue[queueStart]
            queueStart += 1
            guard let connection = connections[id], connection.phase == .waiting,
                let request = connection.request
            else { continue }
            connection.phase = .running
            running += 1
            connection.request?.body = []
            connection.task = Task { [self] in
                let delivery = await handler(request)
                deliver(delivery, to: id)
            }
        }
        if queueStart == queue.count {
            queue.removeAll(keepingCapacity: true)
            queueStart = 0
        } else if queueStart > 1_024 {
            queue.removeFirst(queueStart)
            queueStart = 0
        }
    }

    // MARK: - Responses

    private func send(_ delivery: Delivery, _ connection: ServerConnection) {
        connection.task = nil
        let isHead = connection.request?.method == "HEAD"
        let closes = connection.closesAfterResponse || !phase.isServing
        connection.closesAfterResponse = closes
        connection.status = delivery.response.status
        connection.responseBytes = isHead ? 0 : delivery.response.body.count
        var bytes = bytes(of: delivery.response, for: connection.request, closes: closes)
        switch delivery.manner {
        case .whole: break
        case .dropped: return close(connection)
        case .reset:
            connection.socket.resetOnClose()
            return close(connection)
        case .truncated(let count):
            bytes.removeLast(max(0, min(bytes.count, delivery.response.body.count - count)))
            connection.closesAfterResponse = true
        }
        begin(connection, bytes)
    }

    /// The bytes of a response, with the headers that every response has.
    private func bytes(of response: ServedResponse, for request: ServedRequest?, closes: Bool) -> [UInt8] {
        var response = response
        response.headers += access?.headers(for: request) ?? []
        return response.bytes(
            date: clock.date(), isHead: request?.method == "HEAD", closes: closes,
            isVersion10: request?.isVersion10 ?? false)
    }

    /// Sends an error for a request that cannot be read; nothing after it can be read.
    func fail(_ connection: ServerConnection, _ error: HTTPError) {
        connection.closesAfterResponse = true
        // The log names it, and a page of an allowed origin may read the response.
        if connection.request == nil { connection.request = connection.parser.requestSoFar }
        if connection.startedAt == 0 { connection.startedAt = now }
        let response = ServedResponse(error)
        connection.status = response.status
        connection.responseBytes = response.body.count
        begin(connection, bytes(of: response, for: connection.request, closes: true))
    }

    private func begin(_ connection: ServerConnection, _ bytes: [UInt8]) {
        connection.phase = .sending
        connection.deadline = now + limits.sendTime
        connection.sendingSince = now
        connection.queue(bytes)
        unsent += bytes.count
        sendMore(connection)
    }

    private func sendMore(_ connection: ServerConnection) {
        let before = connection.unsent
        let isWhole = connection.flush()
        unsent -= before - connection.unsent
        guard isWhole else { return close(connection) }
        guard connection.unsent == 0 else {
            if connection.unsent < before { connection.deadline = now + limits.sendTime }
            return
        }
        guard connection.phase == .sending else { return }
        finish(connection)
    }

    /// The response is sent: reads the next request, or closes the connection.
    private func finish(_ connection: ServerConnection) {
        log?(
            ServedExchange(
                method: connection.request?.method ?? "-", path: connection.request?.path ?? "-",
                status: connection.status, bytes: connection.responseBytes,
                milliseconds: now - connection.startedAt))
        connection.request = nil
        connection.startedAt = 0
        held -= connection.held
        connection.held = 0
        if connection.closesAfterResponse {
            connection.phase = .draining
            connection.deadline = min(now + 1_000, phase.end)
            connection.socket.endWriting()
            return
        }
        connection.phase = .reading
        connection.awaits = .nothing
        connection.deadline = now + limits.idleTime
        parse(connection)
    }

    func close(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        held -= connection.held
        unsent -= connection.unsent
        connection.socket.close()
    }

    private func end() {
        let waiting = mailbox.withLock { mail in
            mail.state = .ended
            // Nothing is written to the pipe after this.
            wakePipe.close()
            defer { mail.waitingForEnd.removeAll() }
            return mail.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
    }
}
