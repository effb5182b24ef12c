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
            throw PocketBaseError(.unreadable, call.action, status: response.status, error.responseProblem)
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
            call.method, address: Self.address(root, call.path, call.query), on: baseURL, headers: headers,
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
        address("/api", path, query)
    }

    private static func address(
        _ root: String, _ path: [String], _ query: [(name: String, value: String)]
    ) -> String {
        let parameters = query.map { "\($0.name)=\($0.value.percentEncoded)" }
        return root + path.map { "/" + $0.percentEncoded }.joined()
            + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }
}
