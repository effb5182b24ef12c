public import Foundation
import QuireToolbox

/// An HTTP request. It is a small value and safe to print.
///
/// ```swift
/// var request = HTTPRequest(.post, url, headers: ["Content-Type": "application/json"], body: body)
/// request.isRepeatable = true   // a search: the retry policy may send it again
/// ```
public struct HTTPRequest: Sendable, Hashable {
    /// A request method.
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

        /// Whether repeating a request has the same effect as sending it once (RFC 9110 §9.2.2).
        public var isIdempotent: Bool {
            self == .get || self == .head || self == "OPTIONS" || self == .put || self == .delete
        }
    }

    public var method: Method
    /// An `http` or `https` URL with a host.
    public var url: URL {
        get { address.url }
        set { address = RequestAddress(newValue) }
    }
    fileprivate var address: RequestAddress
    public var headers: HTTPHeaders
    public var body: Data?
    /// A file to send as the body. The request must have no `body` then.
    public var upload: RequestUpload?
    /// Whether sending the request twice is harmless. Defaults to `true` for idempotent methods. Set it for a search
    /// that uses POST.
    public var isRepeatable: Bool
    /// The largest accepted body, in decoded bytes. `nil` uses the transport's limit.
    public var maximumResponseBytes: Int?

    public init(_ method: Method, _ url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil) {
        self.init(method, RequestAddress(url), headers: headers, body: body)
    }

    /// Creates a request to a percent-encoded address, which is parsed only if something asks for its URL.
    ///
    /// - Parameter server: A URL with the same scheme, user, host and port.
    package init(
        _ method: Method, address: String, on server: URL, headers: HTTPHeaders = HTTPHeaders(),
        body: Data? = nil
    ) {
        self.init(method, RequestAddress(address, on: server), headers: headers, body: body)
    }

    private init(_ method: Method, _ address: RequestAddress, headers: HTTPHeaders, body: Data?) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        isRepeatable = method.isIdempotent
    }
}

/// A complete HTTP response.
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    public var headers: HTTPHeaders
    /// The body after decoding gzip and other encodings.
    public var body: Data

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the URL without query and user, and the size of the body. Never shows header values or the body.
    public var description: String { "\(method.rawValue) \(url.printable), \(bodySize) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPRequest {
    /// The URL's text.
    package var addressText: String { address.text }

    /// A URL with the request's scheme, user, host and port.
    package var server: URL { address.server }

    /// The number of bytes of the body.
    package var bodySize: Int { upload?.size.map(Int.init) ?? body?.count ?? 0 }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension URL {
    /// The parts of a URL that may be printed: scheme, host, port and path. Query, user and password may be secret.
    package var printable: String {
        guard let host = host(percentEncoded: true) else { return scheme.map { "\($0):…" } ?? "…" }
        let printableHost = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme ?? "")://\(printableHost)\(port.map { ":\($0)" } ?? "")\(path(percentEncoded: true))"
    }

    /// Scheme, host and port. Two URLs share secrets only if these are equal.
    package var origin: String {
        let scheme = (scheme ?? "").lowercased()
        let standard = scheme == "https" ? 443 : 80
        return "\(scheme)://\((host(percentEncoded: true) ?? "").lowercased()):\(port ?? standard)"
    }
}

/// A body that is read from a file while it is sent, for bodies that should not be in memory.
///
/// ```swift
/// var request = HTTPRequest(.post, url, headers: ["Content-Type": "video/mp4"])
/// request.upload = RequestUpload(file) { sent, total in show(sent, total) }
/// ```
/// The file must not change until the request has ended. A retried or redirected request reads it from the beginning.
public struct RequestUpload: Sendable {
    /// Receives the number of bytes of the body that were sent so far, and of all of them.
    public typealias Progress = @Sendable (_ sent: Int64, _ total: Int64) -> Void

    public var file: URL
    package let progress: Progress?

    /// - Parameters:
    ///   - file: A file on this device. Its content is the body, without any framing.
    ///   - progress: Called from any thread, seldom for a small body.
    public init(_ file: URL, progress: Progress? = nil) {
        self.file = file
        self.progress = progress
    }

    /// The file's size, or `nil` if it cannot be read.
    package var size: Int64? {
        guard FileManager.default.isReadableFile(atPath: file.path),
            let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        else { return nil }
        return size.int64Value
    }
}

/// Two uploads are equal if they have the same file.
extension RequestUpload: Hashable {
    public static func == (left: RequestUpload, right: RequestUpload) -> Bool { left.file == right.file }
    public func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

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

/// The address of a request: a URL, or the text of one, from which the URL is created only when it is needed.
///
/// Parsing a long URL costs more than compiling the search in its query, and libcurl takes the text.
struct RequestAddress: Sendable {
    private enum Form: Sendable {
        case url(URL)
        case text(UnparsedURL)
    }

    private let form: Form

    init(_ url: URL) { form = .url(url) }

    /// - Parameters:
    ///   - text: A percent-encoded URL.
    ///   - server: A URL with the same scheme, user, host and port.
    init(_ text: String, on server: URL) { form = .text(UnparsedURL(text, on: server)) }

    var url: URL {
        switch form {
        case .url(let url): url
        case .text(let unparsed): unparsed.url
        }
    }

    var text: String {
        switch form {
        case .url(let url): url.absoluteString
        case .text(let unparsed): unparsed.text
        }
    }

    /// A URL with the address's scheme, user, host and port.
    var server: URL {
        switch form {
        case .url(let url): url
        case .text(let unparsed): unparsed.server
        }
    }
}

extension RequestAddress: Hashable {
    static func == (left: RequestAddress, right: RequestAddress) -> Bool {
        left.text == right.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The text of a URL, and the URL once something has asked for it.
private final class UnparsedURL: Sendable {
    let text: String
    let server: URL
    private let parsed = Locked<URL?>(nil)

    init(_ text: String, on server: URL) {
        self.text = text
        self.server = server
    }

    var url: URL {
        parsed.withLock { parsed in
            if let parsed { return parsed }
            let url = URL(string: text) ?? server
            parsed = url
            return url
        }
    }
}
