import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the exchanges of one transport share.
package final class SessionCore: Sendable {
    let session: URLSession
    let delegate: SessionDelegate
    let places: FairQueue<Exchange>
    let deadlines: DeadlineTimer
    /// Where loads are cancelled and their callers resumed. Never where `onCancel` runs: that holds the task's status
    /// lock, `URLSessionTask.cancel()` waits for the session's work queue, and the work queue may be resuming that
    /// very task (swift-corelibs-foundation issue 5412).
    let cancelQueue = DispatchQueue(label: "quire.transport.cancel")
    let settings: URLSessionTransport.Settings

    init(_ settings: URLSessionTransport.Settings, _ base: URLSessionConfiguration) {
        self.settings = settings
        let configuration = (base.copy() as? URLSessionConfiguration) ?? .ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        // Deadlines are ours (see `DeadlineTimer`).
        configuration.timeoutIntervalForRequest = 3600
        configuration.httpMaximumConnectionsPerHost = max(1, settings.maximumConnections)
        delegate = SessionDelegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        places = FairQueue(limit: settings.maximumConnections)
        deadlines = DeadlineTimer(queue: cancelQueue)
    }

    /// The session keeps its delegate until it is told to stop; what still runs is let finish.
    deinit { session.finishTasksAndInvalidate() }

    /// Frees a place and starts the next in line.
    func leave() {
        guard let next = places.leave() else { return }
        next.start()
    }
}

/// Hands the session's callbacks to the exchange that each belongs to.
///
/// A delegate, not completion handlers: only a delegate sees the body while it arrives (so that it can be cut off),
/// and on Linux a completion handler is never called for a 401 that asks for Basic authentication.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var exchanges: [Int: Exchange] = [:]

    func register(_ exchange: Exchange, for task: URLSessionTask) {
        lock.withLock { exchanges[task.taskIdentifier] = exchange }
    }

    /// How many loads the session has not finished.
    var count: Int { lock.withLock { exchanges.count } }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        lock.withLock { exchanges[task.taskIdentifier] }
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

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
        // On Linux the head of a redirect without a usable target is reported nowhere else.
        if error == nil, let response = task.response { exchange?.receiveIfMissing(response) }
        exchange?.complete(error)
    }

    /// No redirect is followed by the system: on Linux it loses the body and takes `Authorization` to other hosts.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let mayAnswer = exchange(task)?.answersRedirect() ?? true
        #if canImport(FoundationNetworking)
        // An answer to a load that is being cancelled traps the process.
        guard mayAnswer else { return }
        #else
        _ = mayAnswer
        #endif
        completionHandler(nil)
    }

    /// On Linux: a kept connection was closed, libcurl begins again on a new one and wants the body from its start.
    /// Foundation cannot give it; left alone, the load spins and never ends.
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
        // The 401 itself is the answer. On Linux every refusal cancels the load; what had arrived is kept.
        exchange(task)?.keepsResponseWhenCancelled()
        completionHandler(.rejectProtectionSpace, nil)
    }

    private static let passwordMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
        NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodHTMLForm,
    ]
}
