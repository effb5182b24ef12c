#if os(Linux) || os(macOS)
internal import CCurl
import Dispatch
import Foundation

/// Sends requests through libcurl, and can trust other certificate authorities, pin public keys and use a client certificate.
///
/// ```swift
/// let transport = try CurlTransport(trust: .init(certificateAuthorities: "/etc/ssl/company.pem"))
/// let engine = PocketBaseEngine(baseURL: url, transport: transport)
/// ```
///
/// On Linux, ``NetworkTransport`` is this transport with the system's authorities. It keeps the same promises as
/// `URLSessionTransport`: cancelling the task cancels the load, at most `maximumConnections` requests run at a time while the
/// others wait in order within their own deadlines, and redirects are followed only within the same origin.
///
/// libcurl is located when the first transport is created. On Linux, Foundation has already loaded it.
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
        caller: (CheckedContinuation<Response, any Error>) -> TransportCaller
    ) async throws -> Response {
        try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            let exchange = CurlExchange(request, core.settings, trust: core.trust)
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
            // 65: the body of a request that must not be repeated was asked for again, because a kept connection was closed.
            case 16, 18, 52, 55, 56, 65, 92, 95: .connectionLost
            default: .other
            }
        self.init(kind, request, detail: "\(String(cString: quire_curl_error_text(code))), libcurl \(code)")
    }
}

/// The status and headers of a response, parsed line by line as they arrive.
struct ResponseHead {
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    /// Whether the empty line after the headers was received. Without it, there is no response.
    private(set) var isComplete = false
    private var size = 0

    /// The limit for all lines, in bytes.
    private static let limit = 1 << 20

    /// Parses a line including its end. Returns `true` if it completes the head.
    mutating func take(_ line: UnsafeRawBufferPointer, of request: HTTPRequest) throws(TransportError) -> Bool
    {
        // Trailers after the body are not headers.
        if isComplete { return false }
        size += line.count
        guard size <= Self.limit else {
            throw TransportError(
                .invalidResponse, request, detail: "headers of more than \(Self.limit) bytes")
        }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/") {
            // Also after an interim response (100, 103).
            headers = HTTPHeaders()
            let parts = text.split(separator: " ", maxSplits: 2)
            guard parts.count >= 2, let number = Int(parts[1]), (100...999).contains(number) else {
                throw TransportError(.invalidResponse, request, detail: "no status in the first line")
            }
            status = number
            return false
        }
        if text.isEmpty {
            isComplete = status >= 200 || status == 101
            return isComplete
        }
        guard let colon = text.firstIndex(of: ":") else {
            throw TransportError(.invalidResponse, request, detail: "a header without a colon")
        }
        headers.append(
            String(text[..<colon]),
            text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        return false
    }
}
#endif
