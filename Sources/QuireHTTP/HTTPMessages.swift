import Foundation

/// A request to a server: small, a value, and safe to print.
///
/// ```swift
/// var request = HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: body)
/// request.isRepeatable = true   // a search: the retry policy may send it again
/// ```
public struct HTTPRequest: Sendable, Hashable {
    /// A request method, by its name.
    public struct Method: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        public static let get: Self = "GET"
        public static let head: Self = "HEAD"
        public static let post: Self = "POST"
        public static let put: Self = "PUT"
        public static let patch: Self = "PATCH"
        public static let delete: Self = "DELETE"

        /// Whether doing it twice comes to the same as once (RFC 9110 §9.2.2).
        public var isIdempotent: Bool {
            self == .get || self == .head || self == "OPTIONS" || self == .put || self == .delete
        }
    }

    public var method: Method
    /// `http` or `https`, with a host.
    public var url: URL
    public var headers: HTTPHeaders
    public var body: Data?
    /// Whether sending it twice does no harm; true of idempotent methods unless set otherwise. A search is a POST that is.
    public var isRepeatable: Bool
    /// The largest body that is accepted, in decoded bytes; `nil` leaves it to the transport.
    public var maximumResponseBytes: Int?

    public init(_ method: Method, _ url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        isRepeatable = method.isIdempotent
    }
}

/// What a server answered, whole.
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    public var headers: HTTPHeaders
    /// Decoded: without gzip or any other transfer form.
    public var body: Data

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, address without query and user, body size; never a header's value or the body.
    public var description: String { "\(method.rawValue) \(url.printable), \(body?.count ?? 0) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension URL {
    /// Scheme, host, port and path: what may be printed of an address. Query, user and password may be secrets.
    package var printable: String {
        guard let host = host(percentEncoded: true) else { return scheme.map { "\($0):…" } ?? "…" }
        let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme ?? "")://\(shown)\(port.map { ":\($0)" } ?? "")\(path(percentEncoded: true))"
    }

    /// What must be equal for two addresses to share secrets: scheme, host and port.
    package var origin: String {
        let scheme = (scheme ?? "").lowercased()
        let standard = scheme == "https" ? 443 : 80
        return "\(scheme)://\((host(percentEncoded: true) ?? "").lowercased()):\(port ?? standard)"
    }
}
