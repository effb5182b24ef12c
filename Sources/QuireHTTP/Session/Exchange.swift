import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request once: waits in the queue, loads, and resumes its caller exactly once.
///
/// Four parties use it: the caller's task, cancellation (which holds the task's status lock), the deadline, and the
/// session's delegate queue. `lock` guards every field, and no foreign code runs while it is held.
final class Exchange: @unchecked Sendable {
    typealias Chunks = AsyncThrowingStream<Data, any Error>

    let request: HTTPRequest
    private let core: SessionCore
    private let limit: Int
    private let lock = NSLock()

    private var caller: TransportCaller?
    private var chunks: Chunks.Continuation?
    private let unread = UnreadBytes()
    private var task: URLSessionDataTask?
    private var response: HTTPURLResponse?
    private var body = Data()
    private var received = 0

    /// Set once, when the result is decided. Later events are ignored.
    private var isFinished = false
    private var failure: (any Error)?
    private var isCancelIssued = false
    private var isRedirecting = false
    private var isComplete = false
    private var keepsResponse = false

    private var ticket: UInt64?
    private var holdsPlace = false
    private var deadline: DeadlineTimer.ID?

    init(_ request: HTTPRequest, core: SessionCore) {
        self.request = request
        self.core = core
        limit = request.maximumResponseBytes ?? core.settings.maximumResponseBytes
    }

    // MARK: - The caller's side

    func begin(_ caller: TransportCaller, deadline: Deadline) {
        let failure = lock.withLock {
            if !isFinished { self.caller = caller }
            return self.failure
        }
        if let failure { return caller.fail(failure) }
        if let instant = deadline.instant {
            if instant <= .now { return abort(TransportError(.timedOut, request)) }
            let id = core.deadlines.add(instant) { [self] in abort(lateness) }
            lock.withLock { self.deadline = id }
        }
        guard let ticket = core.places.enter(self) else { return start() }
        lock.withLock { self.ticket = ticket }
        // The exchange may have been aborted before the ticket was known.
        if lock.withLock({ isFinished }) { settle() }
    }

    /// Starts the load. The exchange has left the queue and holds a connection slot.
    func start() {
        guard
            lock.withLock({
                holdsPlace = true; return !isFinished
            })
        else { return settle() }
        let task =
            request.upload.map { core.session.uploadTask(with: urlRequest, fromFile: $0.file) }
            ?? core.session.dataTask(with: urlRequest)
        core.delegate.register(self, for: task)
        let isWanted = lock.withLock {
            if !isFinished { self.task = task }
            return !isFinished
        }
        guard isWanted else { return core.cancelQueue.async { task.cancel() } }
        task.resume()
    }

    /// Ends the exchange with an error. Safe to call from any thread, also while other locks are held, because it
    /// only records the error.
    func abort(_ error: any Error) {
        let (caller, chunks, task): (TransportCaller?, Chunks.Continuation?, URLSessionDataTask?)
        do {
            lock.lock()
            defer { lock.unlock() }
            guard !isFinished else { return }
            isFinished = true
            failure = error
            caller = take(&self.caller)
            chunks = take(&self.chunks)
            // After the reply to a redirect, the task finishes by itself. Cancelling it then crashes the process.
            task = isRedirecting || isComplete ? nil : self.task
            isCancelIssued = task != nil
        }
        core.cancelQueue.async { [self] in
            caller?.fail(error)
            chunks?.finish(throwing: error)
            task?.cancel()
            settle()
        }
    }

    private var lateness: TransportError {
        let waits = lock.withLock { !holdsPlace }
        let detail = waits ? "waiting for one of \(core.settings.maximumConnections) connections" : ""
        var error = TransportError(.timedOut, request, detail: detail)
        error.waitedForTurn = waits
        return error
    }

    /// Releases everything the exchange holds. Safe to call more than once.
    private func settle() {
        let (deadline, ticket, held) = lock.withLock {
            defer { holdsPlace = false }
            return (take(&self.deadline), take(&self.ticket), holdsPlace)
        }
        if let deadline { core.deadlines.remove(deadline) }
        if held {
            core.leave()
        } else if let ticket {
            // If it is too late to withdraw, `start` runs and releases the slot.
            _ = core.places.withdraw(ticket)
        }
    }

    // MARK: - The session's side, on its delegate queue

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return abort(TransportError(.invalidResponse, request))
        }
        guard response.expectedContentLength <= limit else { return abort(tooLarge) }
        let caller = lock.withLock {
            self.response = response
            guard case .stream = self.caller, !isFinished else { return nil as TransportCaller? }
            return take(&self.caller)
        }
        guard case .stream(let continuation)? = caller else { return }
        let (stream, chunks) = Chunks.makeStream()
        chunks.onTermination = { [self] reason in
            if case .cancelled = reason { abort(CancellationError()) }
        }
        let failure = lock.withLock {
            if !isFinished { self.chunks = chunks }
            return self.failure
        }
        if let failure { chunks.finish(throwing: failure) }
        continuation.resume(
            returning: HTTPStream(
                status: response.statusCode, headers: HTTPHeaders(response), chunks: stream, unread: unread))
    }

    func receiveIfMissing(_ response: URLResponse) {
        if lock.withLock({ self.response == nil }) { receive(response) }
    }

    func receive(_ data: Data) {
        let error: TransportError? = lock.withLock {
            guard !isFinished else { return nil }
            received += data.count
            guard received <= limit else { return tooLarge }
            if let chunks {
                let waiting = unread.add(data.count)
                guard waiting <= core.settings.maximumBufferedBytes else {
                    return TransportError(.readerTooSlow, request, detail: "\(waiting) bytes wait unread")
                }
                chunks.yield(data)
            } else if body.isEmpty {
                body = data
            } else {
                body.append(data)
            }
            return nil
        }
        if let error { abort(error) }
    }

    func sent(_ bytes: Int64, of total: Int64) {
        guard let progress = request.upload?.progress, !lock.withLock({ isFinished }) else { return }
        progress(bytes, total)
    }

    /// Whether the exchange may reply to the system's redirect callback. See `abort`.
    func isRedirected() -> Bool {
        lock.withLock {
            isRedirecting = !isCancelIssued
            return isRedirecting
        }
    }

    func keepsResponseWhenCancelled() { lock.withLock { keepsResponse = true } }

    /// Called when the system wants to send the body again on a new connection, which it cannot rewind.
    func mustRewind() { abort(ClosedConnection()) }

    func complete(_ error: (any Error)?) {
        let (caller, chunks, response, body): (TransportCaller?, Chunks.Continuation?, HTTPURLResponse?, Data)
        do {
            lock.lock()
            defer { lock.unlock() }
            isComplete = true
            guard !isFinished else { return }
            isFinished = true
            caller = take(&self.caller)
            chunks = take(&self.chunks)
            (response, body) = (self.response, take(&self.body))
        }
        settle()
        if let failure = failure(error, response) {
            caller?.fail(failure)
            chunks?.finish(throwing: failure)
        } else if case .response(let continuation)? = caller, let response {
            let headers = HTTPHeaders(response)
            continuation.resume(
                returning: HTTPResponse(status: response.statusCode, headers: headers, body: body))
        } else {
            caller?.fail(TransportError(.invalidResponse, request))
            chunks?.finish()
        }
    }

    private func failure(_ error: (any Error)?, _ response: HTTPURLResponse?) -> (any Error)? {
        guard let error else { return nil }
        guard (error as NSError).code == NSURLErrorCancelled else {
            return TransportError(error, for: request)
        }
        return keepsResponse && response != nil ? nil : CancellationError()
    }

    private var tooLarge: TransportError {
        TransportError(.responseTooLarge, request, detail: "more than \(limit) bytes")
    }

    private var urlRequest: URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method.rawValue
        result.timeoutInterval = 3600
        for field in request.headers { result.addValue(field.value, forHTTPHeaderField: field.name) }
        if request.headers["User-Agent"] == nil {
            result.setValue(core.settings.userAgent, forHTTPHeaderField: "User-Agent")
        }
        if request.headers["Accept-Language"] == nil {
            result.setValue("*", forHTTPHeaderField: "Accept-Language")
        }
        result.httpBody = request.body
        return result
    }
}

/// The server closed a kept-alive connection while the request was in flight.
struct ClosedConnection: Error {}

/// Returns the value and replaces it with `nil`.
private func take<Value>(_ value: inout Value?) -> Value? {
    defer { value = nil }
    return value
}

private func take(_ value: inout Data) -> Data {
    defer { value = Data() }
    return value
}

extension HTTPHeaders {
    init(_ response: HTTPURLResponse) {
        self.init()
        for case (let name as String, let value as String) in response.allHeaderFields { append(name, value) }
    }
}
