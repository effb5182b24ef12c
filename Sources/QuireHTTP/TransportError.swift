import Foundation
import QuireToolbox

/// An error of a request that got no response: what failed, for which address, and what to do.
///
/// Its description shows the method and the address without query and user, but never a header or a body.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Kind: String, Sendable, Hashable {
        /// The deadline passed, in the queue, while connecting or while reading.
        case timedOut
        case hostNotFound
        case connectionRefused
        /// The connection broke, or the response ended early.
        case connectionLost
        case offline
        /// TLS failed: an untrusted certificate, or no common protocol.
        case insecure
        case proxyFailed
        /// A redirect to another origin, without a target, or of a request that must not be sent twice.
        case redirectRefused
        case tooManyRedirects
        /// The response is larger than the limit, in decoded bytes.
        case responseTooLarge
        /// The reader of a stream fell behind by more than the buffer holds.
        case readerTooSlow
        /// The request cannot be sent as it is.
        case invalidRequest
        case invalidResponse
        case other
    }

    public var kind: Kind
    public var method: String
    /// The address without query, user and password.
    public var address: String
    /// Details for people to read.
    public var detail: String
    /// The code in `NSURLErrorDomain`, if the system reported one.
    public var code: Int?
    /// The number of times the request was sent, not counting redirects.
    public var attempts = 1
    /// Whether the deadline passed in the queue, before anything was sent.
    package var waitedForTurn = false
    /// Whether sending the request twice is harmless.
    var isRepeatable: Bool
    /// Whether the server sent a redirect that does not ask for the same request again: 301, 302 or 303.
    var followsRedirect = false

    public init(_ kind: Kind, _ request: HTTPRequest, detail: String = "", code: Int? = nil) {
        self.kind = kind
        method = request.method.rawValue
        address = request.url.printable
        isRepeatable = request.isRepeatable
        self.detail = detail
        self.code = code
    }

    /// Whether the same request may succeed a moment later. `isRepeatable` says whether it may be sent twice.
    public var isRetryable: Bool {
        switch kind {
        case .timedOut, .connectionRefused, .connectionLost, .offline: true
        default: false
        }
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    public var description: String {
        var text = "\(method) \(address): \(Self.what(kind))"
        if !detail.isEmpty { text += " (\(detail))" }
        if let code { text += " [NSURLErrorDomain \(code)]" }
        if attempts > 1 { text += " after \(attempts) attempts" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    /// A description of a kind.
    package static func what(_ kind: Kind) -> String {
        switch kind {
        case .timedOut: "no response before the deadline"
        case .hostNotFound: "the host's name was not found"
        case .connectionRefused: "nothing accepts connections there"
        case .connectionLost: "the connection broke before the response was whole"
        case .offline: "there is no network"
        case .insecure: "no secure connection could be made"
        case .proxyFailed: "the proxy did not pass the request on"
        case .redirectRefused: "a redirect was not followed"
        case .tooManyRedirects: "the server redirects in a loop"
        case .responseTooLarge: "the response is larger than allowed"
        case .readerTooSlow: "the stream was read too slowly"
        case .invalidRequest: "the request cannot be sent"
        case .invalidResponse: "the response is not HTTP"
        case .other: "the request failed"
        }
    }

    /// Whether the server may have carried out a request that is not safe to repeat.
    private var mayBeDone: Bool {
        !isRepeatable && mayHaveArrived
    }

    /// Whether the server may have carried the request out.
    package var mayHaveArrived: Bool {
        if followsRedirect { return true }
        return attempts > 1 || (!waitedForTurn && kind.mayHaveArrived)
    }

    private var remedy: String {
        if mayBeDone {
            return "The server may have carried it out: check that before you send it again."
        }
        switch kind {
        case .timedOut: return "Try again, or give a later deadline."
        case .hostNotFound: return "Check the host's name and the network."
        case .connectionRefused: return "Check that the server runs, and its port."
        case .connectionLost, .offline: return "Try again."
        case .insecure: return "Check the server's certificate and the system's list of authorities."
        case .proxyFailed: return "Check http_proxy, https_proxy and no_proxy."
        case .redirectRefused: return "Use the address that the server redirects to, if you trust it."
        case .tooManyRedirects: return "Check the address, or have the redirect loop fixed on the server."
        case .responseTooLarge: return "Ask for smaller pages, or raise maximumResponseBytes."
        case .readerTooSlow: return "Read faster, or raise maximumBufferedBytes."
        case .invalidRequest: return "Correct the request."
        case .invalidResponse: return "Check that the address and port are an HTTP server's."
        case .other: return "Try again. If it fails again, check the server's log."
        }
    }
}

extension TransportError.Kind {
    /// Whether the server may have received the request.
    fileprivate var mayHaveArrived: Bool {
        switch self {
        case .hostNotFound, .connectionRefused, .offline, .insecure, .proxyFailed, .redirectRefused,
            .tooManyRedirects, .invalidRequest:
            false
        case .timedOut, .connectionLost, .responseTooLarge, .readerTooSlow, .invalidResponse, .other: true
        }
    }
}

extension TransportError {
    /// Converts a system error. The codes are the ones that FoundationNetworking really reports.
    init(_ error: any Error, for request: HTTPRequest) {
        let system = error as NSError
        let text = system.localizedDescription
        guard system.domain == NSURLErrorDomain else {
            self.init(.other, request, detail: "\(system.domain) \(system.code)")
            return
        }
        switch system.code {
        case -1001: self.init(.timedOut, request, code: system.code)
        case -1003, -1006: self.init(.hostNotFound, request, code: system.code)
        case -1004: self.init(.connectionRefused, request, code: system.code)
        case -1005, -1011: self.init(.connectionLost, request, code: system.code)
        case -1007: self.init(.tooManyRedirects, request, code: system.code)
        case -1009, -1018, -1019, -1020: self.init(.offline, request, code: system.code)
        case -1000, -1103: self.init(.invalidRequest, request, code: system.code)
        case -1206 ... -1200, -1022:
            self.init(.insecure, request, detail: Self.printable(text), code: system.code)
        // libcurl also reports "unsupported" for the protocol of the response. The request's was checked before.
        case -1002, -1017:
            self.init(.invalidResponse, request, detail: Self.printable(text), code: system.code)
        case -1:
            // libcurl codes that Foundation does not know. Only the text tells them apart.
            let lowered = text.lowercased()
            func says(_ words: String...) -> Bool { words.contains(where: lowered.contains) }
            let kind: Kind =
                if says("ssl", "certificate", "tls") {
                    .insecure
                } else if says("proxy") {
                    .proxyFailed
                } else if says("header", "content-length", "chunked-encoding", "unencoding") {
                    .invalidResponse
                } else {
                    .connectionLost
                }
            self.init(kind, request, detail: Self.printable(text), code: system.code)
        default: self.init(.other, request, code: system.code)
        }
    }

    /// Shortens a system message and removes words that may contain an address with its query.
    private static func printable(_ text: String) -> String {
        let words = text.split(separator: " ").map { word in
            word.contains("://") || word.contains("?") || word.contains("@") ? "…" : String(word)
        }
        return String(words.joined(separator: " ").prefix(200))
    }
}

extension TransportError: OutageError {
    public var isOutage: Bool {
        switch kind {
        case .timedOut, .hostNotFound, .connectionRefused, .connectionLost, .offline, .insecure,
            .proxyFailed, .redirectRefused, .tooManyRedirects, .invalidResponse, .other:
            true
        case .responseTooLarge, .readerTooSlow, .invalidRequest: false
        }
    }
}
