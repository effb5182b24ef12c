#if os(Linux) || os(macOS)
internal import CCurl
import Dispatch

/// Sends requests through libcurl without Foundation, for servers on Linux.
///
/// ```swift
/// let engine = try PocketBaseEngine(baseURL: url, transport: .curl())
/// ```
///
/// It behaves like `URLSessionTransport`: cancelling the task cancels the load, at most `maximumConnections` requests
/// run at a time while the others wait in order within their own deadlines, and redirects are followed only within
/// the same origin. On Linux, it needs a fraction of the CPU time. If a server closes a connection amid the headers of
/// a response, that is an error here, while Foundation on Linux crashes the process.
///
/// It can also trust other certificate authorities, pin public keys and use a client certificate:
///
/// ```swift
/// let transport = try CurlTransport(trust: .init(certificateAuthorities: "/etc/ssl/company.pem"))
/// ```
///
/// libcurl is located when the first transport is created. On Linux, Foundation has already loaded it. A request that
/// must not be repeated uses its own connection, because libcurl automatically repeats a request if a kept-alive
/// connection turns out to be closed.
public struct CurlTransport: Transport {
    /// Which servers a transport trusts, and how it identifies itself to them.
    public struct Trust: Sendable, Hashable {
        /// The path of a PEM file with authorities to trust instead of the system's.
        public var certificateAuthorities: String?
        /// The only public keys to accept, as `sha256//BASE64`, separated by `;`.
        public var pinnedPublicKeys: String?
        /// The certificate for servers that request one.
        public var clientCertificate: ClientCertificate?

        public init(
            certificateAuthorities: String? = nil, pinnedPublicKeys: String? = nil,
            clientCertificate: ClientCertificate? = nil
        ) {
            self.certificateAuthorities = certificateAuthorities
            self.pinnedPublicKeys = pinnedPublicKeys
            self.clientCertificate = clientCertificate
        }
    }

    /// A certificate and its private key, as paths of PEM files.
    public struct ClientCertificate: Sendable, Hashable {
        public var certificate: String
        public var privateKey: String

        public init(certificate: String, privateKey: String) {
            self.certificate = certificate
            self.privateKey = privateKey
        }
    }

    let core: CurlCore

    /// - Throws: `CurlUnavailableError` if libcurl is not available.
    public init(
        _ settings: TransportSettings = .init(), trust: Trust = .init()
    ) throws(CurlUnavailableError) {
        core = try CurlCore(settings, trust)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await load(request, deadline) { .response($0) }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        var request = request
        if request.maximumResponseBytes == nil { request.maximumResponseBytes = .max }
        return try await load(request, deadline) { .stream($0) }
    }

    private func load<Response: HTTPHead>(
        _ request: HTTPRequest, _ deadline: Deadline,
        _ caller: (CheckedContinuation<Response, any Error>) -> TransportCaller
    ) async throws -> Response {
        try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            let exchange = CurlExchange(request, core.settings, core.trust)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    core.begin(exchange, caller: caller($0), deadline: deadline)
                }
            } onCancel: {
                core.loop.abort(exchange, CancellationError())
            }
        }
    }
}

extension Transport where Self == CurlTransport {
    /// Returns a transport over libcurl.
    ///
    /// ```swift
    /// let engine = try PocketBaseEngine(baseURL: url, transport: .curl())
    /// ```
    /// - Throws: `CurlUnavailableError` if libcurl is not available.
    public static func curl(
        _ settings: TransportSettings = .init(), trust: CurlTransport.Trust = .init()
    ) throws(CurlUnavailableError) -> CurlTransport {
        try CurlTransport(settings, trust: trust)
    }
}

/// libcurl was not found in the process or on the system, or is too old.
public struct CurlUnavailableError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String {
        "Could not load libcurl: version 7.68 or newer was not found. Install it (Debian: libcurl4), or use "
            + "URLSessionTransport."
    }
}

/// The state that the exchanges of one transport share. When it is deallocated, its loop ends after running transfers.
final class CurlCore: Sendable {
    let settings: TransportSettings
    let trust: CurlTransport.Trust
    let loop: CurlLoop
    let deadlines: DeadlineTimer

    init(_ settings: TransportSettings, _ trust: CurlTransport.Trust) throws(CurlUnavailableError) {
        guard quire_curl_load(), let multi = quire_curl_multi_init() else { throw CurlUnavailableError() }
        self.settings = settings
        self.trust = trust
        deadlines = DeadlineTimer(queue: DispatchQueue(label: "quire.curl.deadlines"))
        loop = CurlLoop(multi, maximumConnections: settings.maximumConnections, deadlines)
        loop.start()
    }

    deinit { loop.stop() }

    func begin(_ exchange: CurlExchange, caller: TransportCaller, deadline: Deadline) {
        var timer: DeadlineTimer.ID?
        if let instant = deadline.instant {
            guard instant > .now else { return caller.fail(TransportError(.timedOut, exchange.request)) }
            timer = deadlines.add(instant) { [loop] in loop.expire(exchange) }
        }
        loop.begin(exchange, caller: caller, timer: timer)
    }
}

extension TransportError {
    /// Converts libcurl's code (https://curl.se/libcurl/c/libcurl-errors.html). `nil` if the response is complete.
    init?(curl code: Int32, _ head: ResponseHead, _ request: HTTPRequest) {
        if code == 0 {
            if head.isComplete { return nil }
            self.init(.connectionLost, request, detail: "the connection was closed amid the headers")
            return
        }
        let kind: Kind =
            switch code {
            case 3: .invalidRequest
            case 5, 97: .proxyFailed
            case 6: .hostNotFound
            case 7: .connectionRefused
            case 1, 8, 61: .invalidResponse
            case 28: .timedOut
            case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure
            case 16, 18, 52, 55, 56, 92, 95: .connectionLost
            default: .other
            }
        self.init(kind, request, detail: "\(String(cString: quire_curl_error_text(code))), libcurl \(code)")
    }
}
#endif
