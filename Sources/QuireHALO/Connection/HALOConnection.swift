import Foundation
import QuireHTTP

/// Sends calls to one HALO server: address, authorization, retries, deadline, errors. Every part of the API uses it.
struct HALOConnection: Sendable {
    let limits: CallLimits
    let baseURL: URL
    let authorization: (any AuthorizationProvider)?
    /// The transport without the middlewares that are added here.
    let network: any Transport
    private let transport: any Transport
    /// Each receives the status and headers of every call's last response.
    var recorders: [ResponseRecorder] = []

    init(
        baseURL: URL, authorization: (any AuthorizationProvider)?, limits: CallLimits,
        transport: any Transport
    ) {
        self.limits = limits
        self.baseURL = baseURL
        self.authorization = authorization
        network = transport
        // Authorization is the outer one, so a call is replayed once after a 401, however often it is retried.
        var middlewares: [any TransportMiddleware] = [RetryMiddleware(limits.retries)]
        if let authorization {
            middlewares.insert(AuthorizationMiddleware(authorization, for: baseURL), at: 0)
        }
        self.transport = transport.wrapped(in: middlewares)
    }

    var isAuthorized: Bool { authorization != nil }

    /// The same with another provider, and optionally another server.
    func authorized(by authorization: (any AuthorizationProvider)?, at baseURL: URL? = nil) -> HALOConnection
    {
        var connection = HALOConnection(
            baseURL: baseURL ?? self.baseURL, authorization: authorization, limits: limits,
            transport: network)
        connection.recorders = recorders
        return connection
    }

    /// Sends a call and returns its response.
    ///
    /// - Parameter deadline: The deadline of all attempts and waits. Defaults to the timeout in the limits.
    /// - Throws: `HALOError` for an unsuccessful status, `TransportError`, `CancellationError`.
    func send(_ call: HALOCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        let request = request(for: call)
        let response = try await transport.send(request, deadline: deadline ?? .after(limits.timeout))
        for recorder in recorders { recorder.record(HALOResponse(response, to: request)) }
        guard (200...299).contains(response.status) else {
            var error = HALOError(failed: response, to: request)
            // Servers repeat what they were sent.
            if let holder = authorization as? any SecretHolder {
                error = error.hiding(await holder.secrets)
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
        request.maximumResponseBytes = limits.maximumResponseBytes
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

/// Limits of each call.
struct CallLimits: Sendable {
    /// The time for one call, with all its attempts and waits.
    var timeout: Duration
    var retries: RetryPolicy
    /// The maximum size of a response; `nil` leaves it to the transport.
    var maximumResponseBytes: Int?
}

/// An authorization provider that knows which texts no error may repeat.
protocol SecretHolder: AuthorizationProvider {
    var secrets: [String] { get async }
}

extension BearerToken: SecretHolder {
    var secrets: [String] { [token] }
}
