import Foundation
import QuireToolbox

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state that the exchanges of one transport share.
final class URLSessionState: Sendable {
    let session: URLSession
    let delegate: SessionDelegate
    let places: FairQueue<Exchange>
    let deadlines: DeadlineTimer
    /// The queue that cancels loads and resumes their callers. This must not happen in `onCancel`, which holds the
    /// task's status lock: `URLSessionTask.cancel()` waits for the session's work queue, and the work queue may be
    /// resuming that very task (swift-corelibs-foundation issue 5412).
    let cancelQueue = DispatchQueue(label: "quire.transport.cancel")
    let settings: TransportSettings

    init(_ settings: TransportSettings, _ base: URLSessionConfiguration) {
        self.settings = settings
        let configuration = (base.copy() as? URLSessionConfiguration) ?? .ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        // `DeadlineTimer` enforces deadlines.
        configuration.timeoutIntervalForRequest = 3600
        configuration.httpMaximumConnectionsPerHost = max(1, settings.maximumConnections)
        delegate = SessionDelegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        places = FairQueue(limit: settings.maximumConnections)
        deadlines = DeadlineTimer(queue: cancelQueue)
    }

    /// The session retains its delegate until it is invalidated. Running tasks are allowed to finish.
    deinit { session.finishTasksAndInvalidate() }

    /// Frees a slot and starts the next exchange in the queue.
    func leave() {
        guard let next = places.leave() else { return }
        next.start()
    }
}

/// Passes the session's callbacks to the matching exchange.
///
/// It uses a delegate, not completion handlers, because only a delegate sees the body while it arrives and can cut
/// it off. On Linux, a completion handler is also never called for a 401 that asks for Basic authentication.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: Exchange]>([:])

    func register(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges[task.taskIdentifier] = exchange
    }

    /// The number of loads that the session has not finished.
    var count: Int { exchanges.withLock { $0.count } }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        exchanges[task.taskIdentifier]
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        // On Linux, the head of a redirect without a usable target is reported nowhere else.
        if error == nil, let response = task.response { exchange?.receiveIfMissing(response) }
        exchange?.complete(error)
    }

    /// Keeps the system from following redirects: on Linux it loses the body and sends `Authorization` to other hosts.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let mayRespond = exchange(task)?.isRedirected() ?? true
        #if canImport(FoundationNetworking)
        // Replying to a load that is being cancelled crashes the process.
        guard mayRespond else { return }
        #else
        _ = mayRespond
        #endif
        completionHandler(nil)
    }

    /// Called on Linux when a kept-alive connection was closed: libcurl retries on a new connection and asks for the
    /// body again. Foundation cannot provide it, and without this method the load would spin forever.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        exchange(task)?.mustRewind()
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method = challenge.protectionSpace.authenticationMethod
        guard Self.passwordMethods.contains(method) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        // Return the 401 itself. On Linux, every rejected challenge cancels the load, so keep what has arrived.
        exchange(task)?.keepsResponseWhenCancelled()
        completionHandler(.rejectProtectionSpace, nil)
    }

    private static let passwordMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
        NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
    ]
}

/// Admits a limited number of waiters at a time, in first-in, first-out order.
///
/// It sits in front of the session because the session's own queue is not fair: measured, a request may wait three
/// times longer than its turn. Time spent in the session's queue would also count against Foundation's timeouts.
final class FairQueue<Waiter: AnyObject & Sendable>: Sendable {
    private struct State {
        var inside = 0
        var waiting: [UInt64: Waiter] = [:]
        var head: UInt64 = 0
        var tail: UInt64 = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number of waiters in the queue.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The number of waiters that were admitted and have not left.
    var insideCount: Int { state.withLock { $0.inside } }

    /// Returns `nil` if the waiter is admitted at once. Otherwise returns its ticket, and `leave` admits it later.
    func enter(_ waiter: Waiter) -> UInt64? {
        state.withLock { state in
            if state.inside < limit && state.waiting.isEmpty {
                state.inside += 1
                return nil
            }
            defer { state.tail += 1 }
            state.waiting[state.tail] = waiter
            return state.tail
        }
    }

    /// Gives up a ticket. Returns `false` if the waiter was already admitted.
    func withdraw(_ ticket: UInt64) -> Bool {
        state.withLock { $0.waiting.removeValue(forKey: ticket) != nil }
    }

    /// Frees a slot and returns the waiter that takes it, if any.
    func leave() -> Waiter? {
        state.withLock { state in
            while state.head < state.tail {
                defer { state.head += 1 }
                if let next = state.waiting.removeValue(forKey: state.head) { return next }
            }
            state.inside -= 1
            return nil
        }
    }
}
