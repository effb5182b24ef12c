import Foundation
import QuireToolbox

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state that the exchanges of one transport share.
final class SessionCore: Sendable {
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
