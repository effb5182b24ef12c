import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Sends calls to one PocketBase server: address, authorization, retries, deadline, errors.
struct PocketBaseConnection: Sendable {
    /// The engine's name in capabilities and errors.
    static let engineName = "PocketBase"

    let baseURL: URL
    let settings: PocketBaseSettings
    let authorization: (any AuthorizationProvider)?
    /// The transport without the middlewares that are added here.
    let network: any Transport
    private let transport: any Transport
    /// The address of the API, before the path components of a call.
    private let root: String

    init(
        baseURL: URL, authorization: (any AuthorizationProvider)?, settings: PocketBaseSettings,
        transport: any Transport
    ) {
        self.baseURL = baseURL
        self.settings = settings
        self.authorization = authorization
        let transport = transport.wrapped(in: [EchoRedaction()])
        network = transport
        root = Self.root(of: baseURL)
        // Authorization is the outer one, so a call is replayed once after a 401, however often it is retried.
        var middlewares: [any TransportMiddleware] = [RetryMiddleware(settings.retries)]
        if let authorization {
            middlewares.insert(AuthorizationMiddleware(authorization, for: baseURL), at: 0)
        }
        self.transport = transport.wrapped(in: middlewares)
    }

    /// Sends a call and returns its response.
    ///
    /// - Parameter deadline: The deadline of all attempts and waits. Defaults to the timeout in the settings.
    /// - Throws: `PocketBaseError` for an unsuccessful status, `TransportError`, `CancellationError`.
    func send(_ call: PocketBaseCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        let response = try await respond(to: call, deadline: deadline)
        guard (200...299).contains(response.status) else {
            throw PocketBaseError(response, call.action)
        }
        return response
    }

    /// Sends a call and returns its response, whatever the status.
    ///
    /// - Throws: `TransportError`, `CancellationError`.
    func respond(to call: PocketBaseCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        try await transport.send(request(for: call), deadline: deadline ?? .after(settings.timeout))
    }

    /// Sends a call and parses its response directly from the bytes.
    ///
    /// - Throws: The same errors as `send`; `PocketBaseError` for a response that is not what the API documents.
    func send<Response>(
        _ call: PocketBaseCall, deadline: Deadline? = nil,
        reading read: (Data) throws(ValueDecodingError) -> Response
    ) async throws -> Response {
        let response = try await send(call, deadline: deadline)
        do throws(ValueDecodingError) {
            return try read(response.body)
        } catch {
            throw PocketBaseError(
                .unreadable, call.action, status: response.status, message: error.responseProblem)
        }
    }

    /// Sends a call and returns its response as JSON.
    ///
    /// - Throws: The same errors as `send`.
    func json(_ call: PocketBaseCall) async throws -> JSONValue {
        try await send(call) { (data) throws(ValueDecodingError) in try JSONValue(parsing: data) }
    }

    /// The request for a call, without its authorization.
    func request(for call: PocketBaseCall) -> HTTPRequest {
        var headers = call.headers
        headers["Accept"] = headers["Accept"] ?? "application/json"
        if call.body != nil || call.upload != nil { headers["Content-Type"] = call.contentType }
        var request = HTTPRequest(
            call.method, address: Self.address(root, call.path, query: call.query), on: baseURL,
            headers: headers,
            body: call.body)
        request.upload = call.upload
        if let isRepeatable = call.isRepeatable { request.isRepeatable = isRepeatable }
        request.maximumResponseBytes = settings.maximumResponseBytes
        return request
    }

    /// `https://content.example.org/path/api`. The part before `/api` may have a path.
    private static func root(of baseURL: URL) -> String {
        let parts = baseURL.path(percentEncoded: true).split(separator: "/").map(String.init) + ["api"]
        var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) ?? URLComponents()
        components.percentEncodedPath = "/" + parts.joined(separator: "/")
        components.fragment = nil
        components.query = nil
        return components.url?.absoluteString ?? baseURL.absoluteString
    }

    /// The address of a part of a batch, without the server.
    static func relativeAddress(_ path: [String], _ query: [(name: String, value: String)]) -> String {
        address("/api", path, query: query)
    }

    private static func address(
        _ root: String, _ path: [String], query: [(name: String, value: String)]
    ) -> String {
        let parameters = query.map { "\($0.name)=\($0.value.percentEncoded)" }
        return root + path.map { "/" + $0.percentEncoded }.joined()
            + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }
}

/// One call of PocketBase's API.
struct PocketBaseCall: Sendable {
    var method: HTTPRequest.Method
    /// The path components after `/api/`, not encoded.
    var path: [String]
    /// Names and values, not encoded.
    var query: [(name: String, value: String)] = []
    /// A file to send as the body.
    var upload: RequestUpload?
    /// The body. JSON, unless `contentType` says otherwise.
    var body: Data?
    var contentType = "application/json"
    /// Further headers.
    var headers = HTTPHeaders()
    /// Whether sending it twice is harmless. `nil` depends on the method.
    var isRepeatable: Bool?
    /// What the call does, for errors: "search in books".
    var action: String

    init(
        _ method: HTTPRequest.Method, _ path: [String], query: [(name: String, value: String)] = [],
        body: Data? = nil, action: String
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.action = action
    }

    /// The path of a collection's records, or of one of them.
    static func records(of collection: String, _ id: String? = nil) -> [String] {
        ["collections", collection, "records"] + (id.map { [$0] } ?? [])
    }
}

/// Removes the secrets of a request from the error response to it, because a server or a proxy may repeat what it was sent.
///
/// All error texts come from responses, so none of them has a token.
struct EchoRedaction: TransportMiddleware {
    func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        redacted(try await next.send(request, deadline: deadline), to: request)
    }

    func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        let stream = try await next.stream(request, deadline: deadline)
        guard stream.status >= 400 else { return stream }
        let response = HTTPResponse(
            status: stream.status, headers: stream.headers, body: try await stream.body(atMost: 1 << 16))
        return HTTPStream(redacted(response, to: request))
    }

    private func redacted(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        let secrets = Self.secrets(of: request)
        guard response.status >= 400, !secrets.isEmpty else { return response }
        var response = response
        let text = String(decoding: response.body, as: UTF8.self)
        let hidden = text.hiding(secrets)
        if hidden != text { response.body = Data(hidden.utf8) }
        return response
    }

    /// The token of the header, with and without its scheme, and the token of a protected file's address.
    private static func secrets(of request: HTTPRequest) -> [String] {
        var secrets: [String] = []
        if let value = request.headers["Authorization"] {
            secrets.append(value)
            if let token = value.split(separator: " ").last { secrets.append(String(token)) }
        }
        let query = URLComponents(string: request.addressText)?.queryItems ?? []
        secrets += query.filter { $0.name == "token" }.compactMap(\.value)
        // Shorter ones occur in every sentence.
        return secrets.filter { $0.utf8.count >= 4 }
    }
}

extension HTTPResponse {
    /// The server's time.
    var date: Date? {
        headers["Date"].flatMap(HTTPDate.secondsSince1970).map { Date(timeIntervalSince1970: Double($0)) }
    }
}
