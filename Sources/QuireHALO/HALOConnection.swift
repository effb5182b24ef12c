import Foundation
import QuireEngine
import QuireHTTP

/// Carries calls to one HALO server: address, authorization, retries, deadline, errors. Every part of the API goes
/// through it.
struct HALOConnection: Sendable {
    let settings: HALOEngine.Settings
    let baseURL: URL
    let authorization: (any AuthorizationProvider)?
    /// Without what is put around it here.
    let network: any Transport
    private let transport: any Transport
    /// Each takes status and headers of every call's last response.
    var recorders: [ResponseRecorder] = []

    init(
        baseURL: URL, authorization: (any AuthorizationProvider)?, settings: HALOEngine.Settings,
        transport: any Transport
    ) {
        self.settings = settings
        self.baseURL = baseURL
        self.authorization = authorization
        network = transport
        // Authorization is the outer one: a call is replayed once after a 401, however often it is retried.
        var middlewares: [any TransportMiddleware] = [RetryMiddleware(settings.retries)]
        if let authorization {
            middlewares.insert(AuthorizationMiddleware(authorization, for: baseURL), at: 0)
        }
        self.transport = transport.wrapped(in: middlewares)
    }

    var isAuthorized: Bool { authorization != nil }

    /// `nil` where the provider is of another kind, or there is none.
    var managedAuthorization: HALOAuthorization? {
        switch authorization {
        case let authorization as HALOAuthorization: authorization
        case let acting as ActingAuthorization: acting.authorization
        default: nil
        }
    }

    /// The same with another provider, and to another server where one is given.
    func authorized(by authorization: (any AuthorizationProvider)?, at baseURL: URL? = nil) -> HALOConnection
    {
        var connection = HALOConnection(
            baseURL: baseURL ?? self.baseURL, authorization: authorization, settings: settings,
            transport: network)
        connection.recorders = recorders
        return connection
    }

    /// Sends a call and reads its answer.
    ///
    /// - Parameter deadline: Of all attempts and waits; the settings' timeout from now where none is given.
    /// - Throws: `HALOError` for a status that is no success, `TransportError`, `CancellationError`.
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

    /// What goes over the wire for a call, but for its authorization.
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
        // What stands before `/api` may have a path of its own.
        let parts =
            baseURL.path(percentEncoded: true).split(separator: "/").map(String.init)
            + (call.isBelowAPI ? ["api"] : [])
        var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) ?? URLComponents()
        components.percentEncodedPath = "/" + (parts + call.path.map(Self.escaped)).joined(separator: "/")
        components.query = nil
        components.fragment = nil
        if !call.query.isEmpty {
            components.queryItems = call.query
            // Foundation leaves the plus, which servers read as a space.
            components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        }
        return components.url ?? baseURL
    }

    /// An id may be any text; as a part of a path it is one part.
    private static func escaped(_ part: String) -> String {
        part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? part
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// One call of HALO's API.
struct HALOCall: Sendable {
    var method: HTTPRequest.Method
    /// The parts of the path behind `/api/`, not encoded.
    var path: [String]
    /// `false` where `path` begins right behind the base URL.
    var isBelowAPI = true
    var query: [URLQueryItem] = []
    /// JSON, unless `headers` say otherwise.
    var body: Data?
    /// These replace those of the same names.
    var headers = HTTPHeaders()
    /// Seconds, sent as `to-cache`; `nil` sends no such header.
    var serverCache: Int?
    /// Whether sending it twice does no harm; `nil` leaves it to the method.
    var isRepeatable: Bool?

    /// - Parameter path: Its parts with slashes between them; an id is appended to `path` as a part of its own.
    init(_ method: HTTPRequest.Method, _ path: String, body: Data? = nil) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.body = body
    }

    /// Adds an id as one part of the path.
    ///
    /// - Parameter problem: What is wrong with an id; items have reserved words besides.
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
