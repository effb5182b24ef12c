import QuireHTTP

/// The network through libcurl, without Foundation between: for servers, and for what `URLSession` cannot do on Linux.
///
/// ```swift
/// let transport = try CurlTransport(.init(certificateAuthorities: "/etc/ssl/company.pem"))
/// let engine = HALOEngine(baseURL: url, transport: transport)
/// ```
///
/// It behaves as `URLSessionTransport` does: cancelling the task cancels the load, at most `maximumConnections` requests
/// are under way and the others wait in their order inside their own deadlines, redirects are followed within the same
/// origin only. Beyond that it can trust other certificate authorities, pin public keys and show a client certificate;
/// it needs a fraction of the processor's time; and a server that closes a connection amid an answer's headers is
/// an error here, where Foundation ends the process.
///
/// libcurl is found when the first transport is made; on Linux it is in the process already, with Foundation. A request
/// that must not be repeated goes over a connection of its own, because libcurl sends a request again by itself where
/// a kept connection turns out to be closed.
public struct CurlTransport: Transport {
    /// Bounds of a transport, and whom it trusts.
    public struct Settings: Sendable, Hashable {
        /// Requests under way at a time.
        public var maximumConnections: Int
        /// The largest answer, in decoded bytes: what gzip unpacks to counts.
        public var maximumResponseBytes: Int
        /// How much of a stream may wait for its reader, in bytes.
        public var maximumBufferedBytes: Int
        public var maximumRedirects: Int
        public var userAgent: String
        /// The path of a PEM file with the authorities to trust instead of the system's.
        public var certificateAuthorities: String?
        /// The public keys to accept, as `sha256//BASE64`, several with `;` between; nothing else is accepted then.
        public var pinnedPublicKeys: String?
        /// The certificate to show to servers that ask for one.
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

    /// - Throws: `CurlUnavailableError` where there is no libcurl.
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

/// There is no libcurl in the process or on the system, or one that is too old.
public struct CurlUnavailableError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String {
        "Could not load libcurl: version 7.68 or newer was not found. Install it (Debian: libcurl4), or use "
            + "URLSessionTransport."
    }
}
