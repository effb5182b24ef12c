import Foundation

/// Provides the `Authorization` value of requests: a fixed token, or one that is fetched and renewed.
public protocol AuthorizationProvider: Sendable {
    /// Returns the header's value, or `nil` to send no header.
    ///
    /// - Parameter rejected: The value that the server just rejected with 401, or `nil` for the first attempt. If you
    ///   return a different value, the request is sent once more. The same value or `nil` returns the 401 to the
    ///   caller.
    func authorization(replacing rejected: String?) async throws -> String?

    /// The same, with a deadline. Providers that use the network must finish before it.
    func authorization(replacing rejected: String?, deadline: Deadline) async throws -> String?
}

extension AuthorizationProvider {
    public func authorization(replacing rejected: String?, deadline: Deadline) async throws -> String? {
        try await authorization(replacing: rejected)
    }
}

/// A token that does not change.
///
/// ```swift
/// let engine = HALOEngine(baseURL: url, authorization: BearerToken("9Fsnv…"))
/// // Authorization: Bearer 9Fsnv…
/// ```
public struct BearerToken: AuthorizationProvider, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package let token: String

    public init(_ token: String) { self.token = token }

    public func authorization(replacing rejected: String?) -> String? { "Bearer \(token)" }

    public var description: String { "BearerToken(<redacted>)" }
    public var debugDescription: String { description }
    /// Hides the token from `dump(_:)` and mirrors.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Adds `Authorization` to requests to one origin and to no other.
///
/// After a 401, the provider is asked once for a new value. If it returns one, the request is sent once more.
public struct AuthorizationMiddleware: TransportMiddleware {
    private let provider: any AuthorizationProvider
    private let origin: String

    /// - Parameters:
    ///   - provider: Provides the header's value.
    ///   - server: Any URL of the server that the authorization is for.
    public init(_ provider: any AuthorizationProvider, for server: URL) {
        self.provider = provider
        origin = server.origin
    }

    public func send(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPResponse {
        try await authorized(request, deadline) {
            try await next.send($0, deadline: deadline)
        } releasing: {
            $0
        }
    }

    public func stream(
        _ request: HTTPRequest, deadline: Deadline, next: any Transport
    ) async throws -> HTTPStream {
        try await authorized(request, deadline) {
            try await next.stream($0, deadline: deadline)
        } releasing: { response in
            HTTPStream(
                HTTPResponse(
                    status: response.status, headers: response.headers,
                    body: try await response.body(atMost: 1 << 16)))
        }
    }

    /// - Parameter release: Releases the connection of a 401, which the request for a new token may need.
    private func authorized<Response: HTTPHead>(
        _ request: HTTPRequest, _ deadline: Deadline, send: (HTTPRequest) async throws -> Response,
        releasing release: (Response) async throws -> Response
    ) async throws -> Response {
        guard request.server.origin == origin, request.headers["Authorization"] == nil else {
            return try await send(request)
        }
        var request = request
        let value = try await provider.authorization(replacing: nil, deadline: deadline)
        request.headers["Authorization"] = value
        var response = try await send(request)
        guard response.status == 401, let value else { return response }
        response = try await release(response)
        guard let renewed = try await provider.authorization(replacing: value, deadline: deadline),
            renewed != value
        else { return response }
        request.headers["Authorization"] = renewed
        return try await send(request)
    }
}
