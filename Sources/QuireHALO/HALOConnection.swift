import Foundation
import QuireEngine
import QuireHTTP

/// Sends calls to one HALO server: address, authorization, retries, deadline, errors. Every part of the API uses it.
struct HALOConnection: Sendable {
    let settings: HALOEngine.Settings
    let baseURL: URL
    let authorization: (any AuthorizationProvider)?
    /// The transport without the middlewares that are added here.
    let network: any Transport
    private let transport: any Transport
    /// Each receives the status and headers of every call's last response.
    var recorders: [ResponseRecorder] = []

    init(
        baseURL: URL, authorization: (any AuthorizationProvider)?, settings: HALOEngine.Settings,
        transport: any Transport
    ) {
        self.settings = settings
        self.baseURL = baseURL
        self.authorization = authorization
        network = transport
        // Authorization is the outer one, so a call is replayed once after a 401, however often it is retried.
        var middlewares: [any TransportMiddleware] = [RetryMiddleware(settings.retries)]
        if let authorization {
            middlewares.insert(AuthorizationMiddleware(authorization, for: baseURL), at: 0)
        }
        self.transport = transport.wrapped(in: middlewares)
    }

    var isAuthorized: Bool { authorization != nil }

    /// `nil` if there is no provider, or one of a different kind.
    var managedAuthorization: HALOAuthorization? {
        switch authorization {
        case let authorization as HALOAuthorization: authorization
        case let acting as ActingAuthorization: acting.authorization
        default: nil
        }
    }

    /// The same with another provider, and optionally another server.
    func authorized(by authorization: (any AuthorizationProvider)?, at baseURL: URL? = nil) -> HALOConnection
    {
        var connection = HALOConnection(
            baseURL: baseURL ?? self.baseURL, authorization: authorization, settings: settings,
            transport: network)
        connection.recorders = recorders
        return connection
    }

    /// Sends a call and returns its response.
    ///
    /// - Parameter deadline: The deadline of all attempts and waits. Defaults to the timeout in the settings.
    /// - Throws: `HALOError` for an unsuccessful status, `TransportError`, `CancellationError`.
    func send(_ call: HALOCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        let request = request(for: call)
        let response = try await transport.send(request, deadline: deadline ?? .after(settings.timeout))
        for recorder in recorders { recorder.record(HALOResponse(response, to: request)) }
        guard (200...299).contains(response.status) else {
            var error = HALOError(failed: response, to: request)
            // Servers repeat what they were sent.
            if let managed = managedAuthorization {
                error = error.hiding(await managed.secrets)
            } else if let fixed = authorization as? BearerToken {
                error = error.hiding([fixed.token])
            }
            throw error
        }
        return response
    }

    /// The request for a call, without its authorization.
    func request(for call: HALOCall) -> HTTPRequest {
        let url = address(of: call)
        var headers = HTTPHeaders()
        if call.body != nil { headers["Content-Type"] = "application/json" }
        headers["Accept"] = "application/json"
        if let seconds = call.serverCache { headers["to-cache"] = String(seconds) }
        for header in call.headers { headers[header.name] = nil }
        for header in call.headers { headers.append(header.name, header.value) }
        var request = HTTPRequest(call.method, url, headers: headers, body: call.body)
        if let isRepeatable = call.isRepeatable { request.isRepeatable = isRepeatable }
        request.maximumResponseBytes = settings.maximumResponseBytes
        return request
    }

    private func address(of call: HALOCall) -> URL {
        // The part before `/api` may have a path.
        let parts =
            baseURL.path(percentEncoded: true).split(separator: "/").map(String.init)
            + (call.isBelowAPI ? ["api"] : [])
        var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) ?? URLComponents()
        components.percentEncodedPath = "/" + (parts + call.path.map(Self.escaped)).joined(separator: "/")
        components.query = nil
        components.fragment = nil
        if !call.query.isEmpty {
            components.queryItems = call.query
            // Foundation keeps the plus sign, which servers read as a space.
            components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        }
        return components.url ?? baseURL
    }

    /// An id may be any text. It is always a single path component.
    private static func escaped(_ part: String) -> String {
        part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? part
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// One call of HALO's API.
struct HALOCall: Sendable {
    var method: HTTPRequest.Method
    /// The path components after `/api/`, not encoded.
    var path: [String]
    /// `false` if `path` starts right after the base URL.
    var isBelowAPI = true
    var query: [URLQueryItem] = []
    /// The body. JSON, unless `headers` says otherwise.
    var body: Data?
    /// These replace headers with the same names.
    var headers = HTTPHeaders()
    /// Seconds, sent as `to-cache`. `nil` sends no such header.
    var serverCache: Int?
    /// Whether sending it twice is harmless. `nil` depends on the method.
    var isRepeatable: Bool?

    /// - Parameter path: Path components separated by slashes. Append an id to `path` as a component of its own.
    init(_ method: HTTPRequest.Method, _ path: String, body: Data? = nil) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.body = body
    }

    /// Appends an id as a single path component.
    ///
    /// - Parameter problem: Returns the problem of an id. Items also have reserved words.
    /// - Throws: `InvalidIDError` for an id that would change the path: an empty one, `.`, `..`, control characters.
    mutating func append(
        id: String, of subject: String, problem: (String) -> String? = ItemIDRules.problem(inPath:)
    ) throws(InvalidIDError) {
        if let problem = problem(id) {
            throw InvalidIDError(subject: subject, id: id, reason: problem)
        }
        path.append(id)
    }
}
