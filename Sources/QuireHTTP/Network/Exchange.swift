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
        /// The result for the caller. It is decided once; later events are ignored.
        enum Outcome {
            case pending
            case aborted(any Error)
            case completed
        }

        /// The session's task.
        enum Load {
            case none
            case running(URLSessionDataTask)
            case cancelled
            /// After the reply to a redirect, the task finishes by itself. Cancelling it then crashes the process.
            case redirected
            case complete
        }

        /// The exchange's place among the connections.
        enum Place {
            case none
            case queued(UInt64)
            case held
        }

        var outcome = Outcome.pending
        var load = Load.none
        var place = Place.none
        var caller: TransportCaller?
        var chunks: Chunks.Continuation?
        var response: HTTPURLResponse?
        var keepsResponse = false
        var body = Data()
        var received = 0
        var deadline: DeadlineTimer.ID?

        var isPending: Bool { if case .pending = outcome { true } else { false } }

        var failure: (any Error)? { if case .aborted(let error) = outcome { error } else { nil } }
    }

    init(_ request: HTTPRequest, core: URLSessionState) {
        self.request = request
        self.core = core
        limit = request.maximumResponseBytes ?? core.settings.maximumResponseBytes
    }

    // MARK: - The caller's side

    func begin(_ caller: TransportCaller, deadline: Deadline) {
        let failure = state.withLock { state in
            if state.isPending { state.caller = caller }
            return state.failure
        }
        if let failure { return caller.fail(failure) }
        if let instant = deadline.instant {
            if instant <= .now { return abort(TransportError(.timedOut, request)) }
            let id = core.deadlines.add(instant) { [self] in abort(lateness) }
            state.withLock { $0.deadline = id }
        }
        guard let ticket = core.places.enter(self) else { return start() }
        let isAborted = state.withLock { state in
            // It may have been started, or aborted, before the ticket was known.
            if case .none = state.place { state.place = .queued(ticket) }
            return !state.isPending
        }
        if isAborted { settle() }
    }

    /// Starts the load. The exchange has left the queue and holds a connection slot.
    func start() {
        let isAborted = state.withLock { state in
            state.place = .held
            return !state.isPending
        }
        if isAborted { return settle() }
        let task =
            request.upload.map { core.session.uploadTask(with: urlRequest, fromFile: $0.file) }
            ?? core.session.dataTask(with: urlRequest)
        core.delegate.register(self, for: task)
        let isWanted = state.withLock { state in
            if state.isPending { state.load = .running(task) }
            return state.isPending
        }
        guard isWanted else { return core.cancelQueue.async { task.cancel() } }
        task.resume()
    }

    /// Ends the exchange with an error. Safe to call from any thread, also while other locks are held, because it
    /// only records the error.
    func abort(_ error: any Error) {
        let aborted = state.withLock {
            state -> (caller: TransportCaller?, chunks: Chunks.Continuation?, task: URLSessionDataTask?)? in
            guard state.isPending else { return nil }
            state.outcome = .aborted(error)
            guard case .running(let task) = state.load else {
                return (state.caller.take(), state.chunks.take(), nil)
            }
            state.load = .cancelled
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
        let waits = state.withLock { if case .held = $0.place { false } else { true } }
        let detail = waits ? "waiting for one of \(core.settings.maximumConnections) connections" : ""
        var error = TransportError(.timedOut, request, detail: detail)
        error.waitedForTurn = waits
        return error
    }

    /// Releases everything the exchange holds. Safe to call more than once.
    private func settle() {
        let (deadline, place) = state.withLock { state in
            defer { state.place = .none }
            return (state.deadline.take(), state.place)
        }
        if let deadline { core.deadlines.remove(deadline) }
        switch place {
        case .none: break
        case .held: core.leave()
        // If it is too late to withdraw, `start` runs and releases the slot.
        case .queued(let ticket): _ = core.places.withdraw(ticket)
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
            guard case .stream = state.caller, state.isPending else { return nil as TransportCaller? }
            return state.caller.take()
        }
        guard case .stream(let continuation)? = caller else { return }
        let (stream, chunks) = Chunks.makeStream()
        chunks.onTermination = { [self] reason in
            if case .cancelled = reason { abort(CancellationError()) }
        }
        let failure = state.withLock { state in
            if state.isPending { state.chunks = chunks }
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
            guard state.isPending else { return (nil, nil) }
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
        guard let progress = request.upload?.progress, state.withLock({ $0.isPending }) else { return }
        progress(bytes, total)
    }

    /// Whether the exchange may reply to the system's redirect callback. See `abort`.
    func isRedirected() -> Bool {
        state.withLock { state in
            if case .cancelled = state.load { return false }
            state.load = .redirected
            return true
        }
    }

    func keepsResponseWhenCancelled() { state.withLock { $0.keepsResponse = true } }

    /// Called when the system wants to send the body again on a new connection, which it cannot rewind.
    func mustRewind() { abort(ClosedConnection()) }

    func complete(_ error: (any Error)?) {
        let completed = state.withLock { state -> State? in
            state.load = .complete
            guard state.isPending else { return nil }
            state.outcome = .completed
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
