import Foundation
import QuireToolbox

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request once: waits in the queue, loads, and resumes its caller exactly once.
///
/// Four parties use it: the caller's task, cancellation (which holds the task's status lock), the deadline, and the
/// session's delegate queue. No foreign code runs while the state is locked.
final class Exchange: Sendable {
    typealias Chunks = AsyncThrowingStream<Data, any Error>

    let request: HTTPRequest
    private let core: URLSessionState
    private let limit: Int
    private let unread = UnreadBytes()
    private let state = Locked(State())

    private struct State {
        var caller: TransportCaller?
        var chunks: Chunks.Continuation?
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body = Data()
        var received = 0

        /// Set once, when the result is decided. Later events are ignored.
        var isFinished = false
        var failure: (any Error)?
        var isCancelIssued = false
        var isRedirecting = false
        var isComplete = false
        var keepsResponse = false

        var ticket: UInt64?
        var holdsPlace = false
        var deadline: DeadlineTimer.ID?
    }

    init(_ request: HTTPRequest, core: URLSessionState) {
        self.request = request
        self.core = core
        limit = request.maximumResponseBytes ?? core.settings.maximumResponseBytes
    }

    // MARK: - The caller's side

    func begin(_ caller: TransportCaller, deadline: Deadline) {
        let failure = state.withLock { state in
            if !state.isFinished { state.caller = caller }
            return state.failure
        }
        if let failure { return caller.fail(failure) }
        if let instant = deadline.instant {
            if instant <= .now { return abort(TransportError(.timedOut, request)) }
            let id = core.deadlines.add(instant) { [self] in abort(lateness) }
            state.withLock { $0.deadline = id }
        }
        guard let ticket = core.places.enter(self) else { return start() }
        state.withLock { $0.ticket = ticket }
        // The exchange may have been aborted before the ticket was known.
        if state.withLock({ $0.isFinished }) { settle() }
    }

    /// Starts the load. The exchange has left the queue and holds a connection slot.
    func start() {
        let isAborted = state.withLock { state in
            state.holdsPlace = true
            return state.isFinished
        }
        if isAborted { return settle() }
        let task =
            request.upload.map { core.session.uploadTask(with: urlRequest, fromFile: $0.file) }
            ?? core.session.dataTask(with: urlRequest)
        core.delegate.register(self, for: task)
        let isWanted = state.withLock { state in
            if !state.isFinished { state.task = task }
            return !state.isFinished
        }
        guard isWanted else { return core.cancelQueue.async { task.cancel() } }
        task.resume()
    }

    /// Ends the exchange with an error. Safe to call from any thread, also while other locks are held, because it
    /// only records the error.
    func abort(_ error: any Error) {
        let aborted = state.withLock {
            state -> (caller: TransportCaller?, chunks: Chunks.Continuation?, task: URLSessionDataTask?)? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            state.failure = error
            // After the reply to a redirect, the task finishes by itself. Cancelling it then crashes the process.
            let task = state.isRedirecting || state.isComplete ? nil : state.task
            state.isCancelIssued = task != nil
            return (state.caller.take(), state.chunks.take(), task)
        }
        guard let (caller, chunks, task) = aborted else { return }
        core.cancelQueue.async { [self] in
            caller?.fail(error)
            chunks?.finish(throwing: error)
            task?.cancel()
            settle()
        }
    }

    private var lateness: TransportError {
        let waits = state.withLock { !$0.holdsPlace }
        let detail = waits ? "waiting for one of \(core.settings.maximumConnections) connections" : ""
        var error = TransportError(.timedOut, request, detail: detail)
        error.waitedForTurn = waits
        return error
    }

    /// Releases everything the exchange holds. Safe to call more than once.
    private func settle() {
        let (deadline, ticket, held) = state.withLock { state in
            defer { state.holdsPlace = false }
            return (state.deadline.take(), state.ticket.take(), state.holdsPlace)
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
        let caller = state.withLock { state in
            state.response = response
            guard case .stream = state.caller, !state.isFinished else { return nil as TransportCaller? }
            return state.caller.take()
        }
        guard case .stream(let continuation)? = caller else { return }
        let (stream, chunks) = Chunks.makeStream()
        chunks.onTermination = { [self] reason in
            if case .cancelled = reason { abort(CancellationError()) }
        }
        let failure = state.withLock { state in
            if !state.isFinished { state.chunks = chunks }
            return state.failure
        }
        if let failure { chunks.finish(throwing: failure) }
        continuation.resume(
            returning: HTTPStream(
                status: response.statusCode, headers: HTTPHeaders(response), chunks: stream, unread: unread))
    }

    func receiveIfMissing(_ response: URLResponse) {
        if state.withLock({ $0.response == nil }) { receive(response) }
    }

    func receive(_ data: Data) {
        let (chunks, error) = state.withLock { state -> (Chunks.Continuation?, TransportError?) in
            guard !state.isFinished else { return (nil, nil) }
            state.received += data.count
            guard state.received <= limit else { return (nil, tooLarge) }
            if let chunks = state.chunks {
                let waiting = unread.add(data.count)
                guard waiting <= core.settings.maximumBufferedBytes else {
                    return (
                        nil, TransportError(.readerTooSlow, request, detail: "\(waiting) bytes wait unread")
                    )
                }
                return (chunks, nil)
            }
            if state.body.isEmpty { state.body = data } else { state.body.append(data) }
            return (nil, nil)
        }
        if let error { return abort(error) }
        // Not under the lock: a reader that is cancelled holds its status lock, and `abort` then takes this lock.
        chunks?.yield(data)
    }

    func sent(_ bytes: Int64, of total: Int64) {
        guard let progress = request.upload?.progress, !state.withLock({ $0.isFinished }) else { return }
        progress(bytes, total)
    }

    /// Whether the exchange may reply to the system's redirect callback. See `abort`.
    func isRedirected() -> Bool {
        state.withLock { state in
            state.isRedirecting = !state.isCancelIssued
            return state.isRedirecting
        }
    }

    func keepsResponseWhenCancelled() { state.withLock { $0.keepsResponse = true } }

    /// Called when the system wants to send the body again on a new connection, which it cannot rewind.
    func mustRewind() { abort(ClosedConnection()) }

    func complete(_ error: (any Error)?) {
        let completed = state.withLock { state -> State? in
            state.isComplete = true
            guard !state.isFinished else { return nil }
            state.isFinished = true
            let completed = state
            state.caller = nil
            state.chunks = nil
            state.body = Data()
            return completed
        }
        guard let completed else { return }
        settle()
        if let failure = failure(error, completed) {
            completed.caller?.fail(failure)
            completed.chunks?.finish(throwing: failure)
        } else if case .response(let continuation)? = completed.caller, let response = completed.response {
            let headers = HTTPHeaders(response)
            continuation.resume(
                returning: HTTPResponse(status: response.statusCode, headers: headers, body: completed.body))
        } else {
            completed.caller?.fail(TransportError(.invalidResponse, request))
            completed.chunks?.finish()
        }
    }

    private func failure(_ error: (any Error)?, _ completed: State) -> (any Error)? {
        guard let error else { return nil }
        guard (error as NSError).code == NSURLErrorCancelled else {
            return TransportError(error, for: request)
        }
        return completed.keepsResponse && completed.response != nil ? nil : CancellationError()
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

extension HTTPHeaders {
    init(_ response: HTTPURLResponse) {
        self.init()
        for case (let name as String, let value as String) in response.allHeaderFields { append(name, value) }
    }
}
