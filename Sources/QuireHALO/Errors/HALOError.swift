import Foundation
import QuireCore
import QuireEngine
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

extension HALOError: IndexReason {
    package var indexReason: String { description }
}

extension HALOError: OutageError {
    /// Whether the status is 429 or 5xx.
    public var isOutage: Bool { Outage.means(status: status) }
}

extension HALOError {
    /// What to do about the error, depending on the status and the purpose of the call.
    var remedy: String { credentialRemedy ?? usualRemedy }

    private var purpose: HALOPurpose { HALOPurpose(HTTPRequest.Method(rawValue: method), address: address) }

    /// What to do if the server rejects credentials. `nil` for other calls and failures.
    private var credentialRemedy: String? {
        switch (purpose, status) {
        case (.token, 400), (.token, 401), (.token, 403):
            "Check the client id and secret, or the user's name and password, and that they belong to this server."
        case (.login, 400), (.login, 401), (.login, 422):
            "Check the email and password, or get a new token from the other network. Then log in again."
        case (.login, 403): "Check that the account is active and may use this app."
        case (.register, 400), (.register, 422):
            "Check the email, the password and the profile against the server's rules."
        case (.register, 401), (.register, 403): "Let the server allow this app to register users."
        case (.register, 409): "An account with this email exists already. Log in, or use another email."
        case (.token, 404), (.login, 404), (.register, 404): "Check the base URL."
        default: nil
        }
    }

    private var usualRemedy: String {
        switch status {
        case 200...299: "Act on the server's message: it reports an error although the status is a success."
        case 300...399: "Use the address that the server redirects to as the base URL, if you trust it."
        case 400, 422: badRequest
        case 401: "Check the credentials: the server does not accept the token."
        case 403: forbidden
        case 404, 410: notFound
        case 405, 501: "Check the base URL and the server's version: it does not have this call."
        case 408: mayBeDone ? lookUp : "Try again."
        case 409: conflict
        case 413, 414:
            switch purpose {
            case .search: "Use a smaller filter, or ask for fewer ids."
            case .write: "Write a smaller item, or split the batch."
            default: "Send less."
            }
        case 415: "Check the Content-Type: the server takes the body in another form."
        case 429: "Send fewer requests, or try again later."
        case 500...599: mayBeDone ? lookUp : "The server failed: try again later."
        default: "Check the response's body for what the server says."
        }
    }

    /// Whether the server may have carried out a call that is not safe to repeat.
    private var mayBeDone: Bool { !isRepeatable && purpose != .login && purpose != .token }

    private var lookUp: String {
        switch purpose {
        case .write: "The server may have written it: look the item up before you send it again."
        case .register: "The account may exist now: try to log in."
        default: "The server may have carried it out: check that before you send it again."
        }
    }

    private var badRequest: String {
        switch purpose {
        case .search: "Check the names and values of the query against the server's modules."
        case .sync: "Check the module's name or id, the locale and the dates."
        case .write: "Correct the values that the server names."
        case .module: "Check the module's name."
        case .device: "Check the device's tags and push tokens."
        case .pocket: "Check the pocket's data and lists."
        case .login, .register, .token, .other: "Check the call's path, query and body."
        }
    }

    private var forbidden: String {
        switch purpose {
        case .write: "Give the app the permission to edit content, or log a user in who has it."
        default: "Give the app, or the user who is logged in, the permission for this call."
        }
    }

    private var notFound: String {
        switch purpose {
        case .search, .sync: "Check the base URL and the module's name or id."
        case .write: "Check the base URL and the item's id; the item may have been deleted."
        case .module: "Check the base URL and the module's id."
        case .device: "Check the device's id; save a device without an id to get a new one."
        default: "Check the base URL and the call's path."
        }
    }

    private var conflict: String {
        switch purpose {
        case .write: "Read the item again and repeat the change: the item was changed meanwhile."
        default: "Read what is there, then decide whether to send the call again."
        }
    }
}

/// The purpose of a call, which decides what to do about its failure.
enum HALOPurpose: Sendable, Hashable {
    case search, sync, write, module, device, login, register, pocket, token, other

    /// - Parameter address: The address of the call. The part before `/api/` may have a path.
    init(_ method: HTTPRequest.Method, address: String) {
        let path = address.range(of: "/api/", options: .backwards).map { address[$0.upperBound...] } ?? ""
        self.init(method, path.split(separator: "/").map(String.init))
    }

    private init(_ method: HTTPRequest.Method, _ path: [String]) {
        switch (path.first, path.dropFirst().first, path.dropFirst(2).first) {
        case ("oauth", "token", _): self = .token
        case ("generalcontent", "instance", "search") where method == .post: self = .search
        case ("generalcontent", "instance", "sync") where method == .post: self = .sync
        case ("generalcontent", "instance", _): self = method == .get ? .search : .write
        case ("generalcontent", "module", _): self = .module
        case ("segmentation", "appuser", _): self = .device
        case ("segmentation", "identified", "login"): self = .login
        case ("segmentation", "identified", "register"): self = .register
        case ("segmentation", "identified-pocket", _): self = .pocket
        default: self = .other
        }
    }
}
