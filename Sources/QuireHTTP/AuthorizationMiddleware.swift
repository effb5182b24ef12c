import Foundation

/// What gives requests their `Authorization`: a fixed token, or something that fetches and renews one.
public protocol AuthorizationProvider: Sendable {
    /// The header's value; `nil` sends none.
    ///
    /// - Parameter rejected: The value that the server just answered 401 to; `nil` on a first sending. Answering with
    ///   another value sends the request once more, with the same one (or `nil`) leaves it at the 401.
    func authorization(replacing rejected: String?) async throws -> String?

    /// The same, for a request that has only so much time; providers that wait for a network keep to it.
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
    /// Shows nothing of the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Puts `Authorization` on requests to one origin, and on no others.
///
/// After a 401 the provider is asked once for another value; with one, the request is sent once more.
public struct AuthorizationMiddleware: TransportMiddleware {
    private let provider: any AuthorizationProvider
    private let origin: String

    /// - Parameters:
    ///   - provider: Gives requests their `Authorization`.
    ///   - server: An address of the server that the authorization is for.
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
        } releasing: { answer in
            HTTPStream(
                HTTPResponse(
                    status: answer.status, headers: answer.headers,
                    body: try await answer.body(atMost: 1 << 16)))
        }
    }

    /// - Parameter release: Lets go of the connection of a 401, which the request for a new token may need.
    private func authorized<Answer: HTTPHead>(
        _ request: HTTPRequest, _ deadline: Deadline, _ send: (HTTPRequest) async throws -> Answer,
        releasing release: (Answer) async throws -> Answer
    ) async throws -> Answer {
        guard request.url.origin == origin, request.headers["Authorization"] == nil else {
            return try await send(request)
        }
        var request = request
        let value = try await provider.authorization(replacing: nil, deadline: deadline)
        request.headers["Authorization"] = value
        var answer = try await send(request)
        guard answer.status == 401, let value else { return answer }
        answer = try await release(answer)
        guard let renewed = try await provider.authorization(replacing: value, deadline: deadline),
            renewed != value
        else { return answer }
        request.headers["Authorization"] = renewed
        return try await send(request)
    }
}
