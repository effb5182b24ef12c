import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests over the network with one `URLSession`, in a way that is safe on every platform.
///
/// ```swift
/// let transport = URLSessionTransport(.init(maximumConnections: 8))
/// ```
///
/// Cancelling the task cancels the load. At most `maximumConnections` requests run at a time. The others wait in
/// first-in, first-out order, within their own deadlines. Redirects are followed only within the same origin.
public struct URLSessionTransport: Transport {
    /// The limits of a transport.
    public struct Settings: Sendable, Hashable {
        /// The number of concurrent requests.
        public var maximumConnections: Int
        /// The largest response, in decoded bytes (after gzip is unpacked).
        public var maximumResponseBytes: Int
        /// The amount of stream data that may wait for its reader, in bytes.
        public var maximumBufferedBytes: Int
        public var maximumRedirects: Int
        public var userAgent: String

        public init(
            maximumConnections: Int = 32, maximumResponseBytes: Int = 64 << 20,
            maximumBufferedBytes: Int = 64 << 20, maximumRedirects: Int = 5, userAgent: String = "Quire"
        ) {
            self.maximumConnections = maximumConnections
            self.maximumResponseBytes = maximumResponseBytes
            self.maximumBufferedBytes = maximumBufferedBytes
            self.maximumRedirects = maximumRedirects
            self.userAgent = userAgent
        }
    }

    let core: SessionCore

    /// - Parameters:
    ///   - settings: Connections, redirects, and the limits of a response.
    ///   - session: The configuration to start from: proxies, TLS, cellular access. The transport always overrides
    ///     cache, cookies, stored credentials, timeouts and connections per host.
    public init(_ settings: Settings = Settings(), session: URLSessionConfiguration = .ephemeral) {
        core = SessionCore(settings, session)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            try await load(request) { exchange in
                try await withCheckedThrowingContinuation {
                    exchange.begin(.response($0), deadline: deadline)
                }
            }
        }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        var request = request
        if request.maximumResponseBytes == nil { request.maximumResponseBytes = .max }
        return try await request.followingRedirects(atMost: core.settings.maximumRedirects) { request in
            try await load(request) { exchange in
                try await withCheckedThrowingContinuation { exchange.begin(.stream($0), deadline: deadline) }
            }
        }
    }

    /// Sends a request, and sends it again if a kept-alive connection turns out to be closed. Every server closes idle
    /// connections at some point, possibly just as a request is on its way.
    private func load<Response>(
        _ request: HTTPRequest, _ begin: (Exchange) async throws -> Response
    ) async throws -> Response {
        var resendings = request.isRepeatable ? 2 : 0
        while true {
            let exchange = Exchange(request, core: core)
            do {
                return try await withTaskCancellationHandler {
                    try await begin(exchange)
                } onCancel: {
                    exchange.abort(CancellationError())
                }
            } catch is ClosedConnection {
                guard resendings > 0 else {
                    let detail = "the server closed a kept connection before it responded"
                    throw TransportError(.connectionLost, request, detail: detail)
                }
                resendings -= 1
            }
        }
    }
}

/// The part of a response that is known before its body.
package protocol HTTPHead: Sendable {
    var status: Int { get }
    var headers: HTTPHeaders { get }
}

extension HTTPResponse: HTTPHead {}
extension HTTPStream: HTTPHead {}

extension HTTPRequest {
    /// Throws if the request must not or cannot be sent.
    package func check() throws(TransportError) {
        guard let scheme = server.scheme?.lowercased(), scheme == "http" || scheme == "https",
            server.host()?.isEmpty == false
        else {
            throw TransportError(
                .invalidRequest, self, detail: "expected an http or https address with a host")
        }
        guard server.user() == nil, server.password() == nil else {
            throw TransportError(
                .invalidRequest, self, detail: "an address must not hold a user or a password")
        }
        // A text that is no URL would be sent elsewhere, and a space or a line break would change the request.
        guard addressText.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw TransportError(.invalidRequest, self, detail: "the address is not percent-encoded")
        }
        guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(isTokenByte) else {
            throw TransportError(.invalidRequest, self, detail: "the method is not a token")
        }
        if let upload {
            guard body == nil else {
                throw TransportError(.invalidRequest, self, detail: "it has both a body and an upload")
            }
            guard upload.size != nil else {
                throw TransportError(.invalidRequest, self, detail: "the file of its upload cannot be read")
            }
        }
        if method == .get || method == .head, body != nil || upload != nil {
            throw TransportError(
                .invalidRequest, self, detail: "\(method.rawValue) carries no body; use POST")
        }
        for field in headers {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
                throw TransportError(.invalidRequest, self, detail: "a header's name is not a token")
            }
            // A line break in a value would let it inject another header.
            guard field.value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
                throw TransportError(.invalidRequest, self, detail: "\(field.name) holds a control character")
            }
        }
    }
}

/// RFC 9110 §5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
