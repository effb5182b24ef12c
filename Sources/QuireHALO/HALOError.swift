import Foundation
import QuireCore
import QuireHTTP
import QuireToolbox

/// An error that the server answered: `{"error":{"message":…,"extra":…,"type":…}}`, or any other failing status.
///
/// Printing shows what the server says of it, never the body: that may hold what is not for logs.
public struct HALOError: Error, Sendable, Hashable {
    public var status: Int
    /// The server's sentence; `nil` where the body is not HALO's form of an error.
    public var message: String?
    /// For example `HaloError`.
    public var type: String?
    /// What the server adds: the fields that it rejected, the newer version in a conflict.
    public var extra: JSONValue?
    /// The headers of the response. Printing shows only those that hold no secrets.
    public var headers: HTTPHeaders
    /// The server's id of the request, for its operator.
    public var requestID: String?
    /// The raw body, up to 64 KiB of it.
    public var body: Data
    public var method: String
    /// Without query, user and password.
    public var address: String
    /// Whether sending the request twice does no harm.
    private(set) var isRepeatable: Bool

    /// Whether the same request may succeed later.
    public var isRetryable: Bool { RetryPolicy.isRetryable(status: status) }

    /// Reads HALO's form of an error; `nil` where the body has another.
    init?(_ response: HTTPResponse, to request: HTTPRequest) {
        let document = Self.document(response)
        guard let error = document?["error"], case .object = error else { return nil }
        self.init(status: response.status, response, to: request)
        if case .string(let text) = error["message"] { message = String(text.prefix(2000)) }
        if case .string(let text) = error["type"] { type = String(text.prefix(200)) }
        extra = error["extra"]
    }

    /// Reads a response with a failing status, whatever its form.
    ///
    /// Beside HALO's own form, `{"error":"invalid_client","error_description":…}` (OAuth) and `{"message":…}` are
    /// understood.
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

    /// The same, without texts that must not be shown; servers repeat what they were sent.
    func hiding(_ secrets: [String]) -> HALOError {
        var error = self
        error.message = message?.hiding(secrets)
        error.type = type?.hiding(secrets)
        return error
    }

    private static func document(_ response: HTTPResponse) -> JSONValue? {
        try? JSONCursor.withBytes(of: response.body) { (json) throws(DecodingFailure) in
            json.skipByteOrderMark()
            let value = try json.value()
            try json.expectEnd()
            return value
        }
    }

    /// An answer of which only the status is understood.
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
        var text = "\(method) \(address) answered \(status)"
        if let message { text += ": \(message)" }
        if let type { text += " (\(type))" }
        if let requestID { text += ", request \(requestID)" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
