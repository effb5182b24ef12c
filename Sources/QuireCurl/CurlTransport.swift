import QuireHTTP

/// Sends requests through libcurl without Foundation, for servers, and for features that `URLSession` lacks on Linux.
///
/// ```swift
/// let transport = try CurlTransport(.init(certificateAuthorities: "/etc/ssl/company.pem"))
/// let engine = HALOEngine(baseURL: url, transport: transport)
/// ```
///
/// It behaves like `URLSessionTransport`: cancelling the task cancels the load, at most `maximumConnections` requests
/// run at a time while the others wait in order within their own deadlines, and redirects are followed only within
/// the same origin. In addition, it can trust other certificate authorities, pin public keys and use a client
/// certificate. It needs a fraction of the CPU time. If a server closes a connection amid the headers of a response,
/// that is an error here, while Foundation crashes the process.
///
/// libcurl is located when the first transport is created. On Linux, Foundation has already loaded it. A request that
/// must not be repeated uses its own connection, because libcurl automatically repeats a request if a kept-alive
/// connection turns out to be closed.
public struct CurlTransport: Transport {
    /// The limits and trust settings of a transport.
    public struct Settings: Sendable, Hashable {
        /// The number of concurrent requests.
        public var maximumConnections: Int
        /// The largest response, in decoded bytes (after gzip is unpacked).
        public var maximumResponseBytes: Int
        /// The amount of stream data that may wait for its reader, in bytes.
        public var maximumBufferedBytes: Int
        public var maximumRedirects: Int
        public var userAgent: String
        /// The path of a PEM file with authorities to trust instead of the system's.
        public var certificateAuthorities: String?
        /// The only public keys to accept, as `sha256//BASE64`, separated by `;`.
        public var pinnedPublicKeys: String?
        /// The certificate for servers that request one.
        public var clientCertificate: ClientCertificate?

        public init(
            maximumConnections: Int = 32, maximumResponseBytes: Int = 64 << 20,
            maximumBufferedBytes: Int = 64 << 20, maximumRedirects: Int = 5, userAgent: String = "Quire",
            certificateAuthorities: String? = nil, pinnedPublicKeys: String? = nil,
            clientCertificate: ClientCertificate? = nil
        ) {
            self.maximumConnections = maximumConnections
            self.maximumResponseBytes = maximumResponseBytes
            self.maximumBufferedBytes = maximumBufferedBytes
            self.maximumRedirects = maximumRedirects
            self.userAgent = userAgent
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
    public init(_ settings: Settings = Settings()) throws(CurlUnavailableError) {
        core = try CurlCore(settings)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            let exchange = CurlExchange(request, core.settings)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    core.begin(exchange, .response($0), deadline)
                }
            } onCancel: {
                core.loop.abort(exchange, CancellationError())
            }
        }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        var request = request
        if request.maximumResponseBytes == nil { request.maximumResponseBytes = .max }
        return try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            let exchange = CurlExchange(request, core.settings)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    core.begin(exchange, .stream($0), deadline)
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
