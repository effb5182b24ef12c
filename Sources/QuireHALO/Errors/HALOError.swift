import Foundation
import QuireCore
import QuireHTTP
import QuireToolbox

/// An error response: `{"error":{"message":…,"extra":…,"type":…}}`, or any other unsuccessful status.
///
/// Printing shows the server's message, but never the body, because it may contain private data.
public struct HALOError: Error, Sendable, Hashable {
    public var status: Int
    /// The server's message. `nil` if the body is not in HALO's error format.
    public var message: String?
    /// For example `HaloError`.
    public var type: String?
    /// Additional information: the fields that the server rejected, or the newer version in a conflict.
    public var extra: JSONValue?
    /// The headers of the response. Printing shows only those without secrets.
    public var headers: HTTPHeaders
    /// The server's id of the request, for its operator.
    public var requestID: String?
    /// The raw body, up to 64 KiB.
    public var body: Data
    public var method: String
    /// The address without query, user and password.
    public var address: String
    /// Whether sending the request twice is harmless.
    private(set) var isRepeatable: Bool

    /// Whether the same request may succeed later.
    public var isRetryable: Bool { RetryPolicy.isRetryable(status: status) }

    /// Reads HALO's error format. Returns `nil` if the body has another.
    init?(_ response: HTTPResponse, to request: HTTPRequest) {
        let document = Self.document(response)
        guard let error = document?["error"], case .object = error else { return nil }
        self.init(status: response.status, response, to: request)
        if case .string(let text) = error["message"] { message = String(text.prefix(2000)) }
        if case .string(let text) = error["type"] { type = String(text.prefix(200)) }
        extra = error["extra"]
    }

    /// Reads an unsuccessful response in any format.
    ///
    /// In addition to HALO's own format, `{"error":"invalid_client","error_description":…}` (OAuth) and
    /// `{"message":…}` are supported.
    init(failed response: HTTPResponse, to request: HTTPRequest) {
        if let error = HALOError(response, to: request) {
            self = error
            return
        }
        self.init(status: response.status, response, to: request)
        let document = Self.document(response)
        if case .string(let text)? = document?["error"] { type = String(text.prefix(200)) }
        for key in ["error_description", "message"] {
            guard message == nil, case .string(let text)? = document?[key] else { continue }
            message = String(text.prefix(2000))
        }
    }

    /// The same without secret texts, because servers repeat what they were sent.
    func hiding(_ secrets: [String]) -> HALOError {
        var error = self
        error.message = message?.hiding(secrets)
        error.type = type?.hiding(secrets)
        return error
    }

    private static func document(_ response: HTTPResponse) -> JSONValue? {
        try? JSONCursor.withBytes(of: response.body) { (json) throws(ValueDecodingError) in
            json.skipByteOrderMark()
            let value = try json.value()
            try json.expectEnd()
            return value
        }
    }

    /// A response whose only usable part is its status.
    init(status: Int, _ response: HTTPResponse, to request: HTTPRequest) {
        self.status = status
        headers = response.headers
        requestID =
            ["X-Request-Id", "X-Correlation-Id", "Request-Id"].lazy.compactMap { response.headers[$0] }.first
        body = Data(response.body.prefix(1 << 16))
        method = request.method.rawValue
        address = request.url.printable
        isRepeatable = request.isRepeatable
    }
}

extension HALOError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String {
        var text = "\(method) \(address) returned \(status)"
        if let message { text += ": \(message)" }
        if let type { text += " (\(type))" }
        if let requestID { text += ", request \(requestID)" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
