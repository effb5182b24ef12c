import Foundation
import QuireHTTP

extension HALOEngine {
    /// Sends any request to the server, with the authorization of this engine.
    ///
    /// ```swift
    /// let year = URLQueryItem(name: "year", value: "2026")
    /// let response = try await halo.send(.get, "api/acme-loyalty/points", query: [year])
    /// let points = try JSONDecoder().decode([Points].self, from: response.body)
    /// // GET https://halo-db.com/api/acme-loyalty/points?year=2026
    /// // Authorization: Bearer …
    /// ```
    /// For parts of HALO's API that Quire does not cover, and for a server's own middleware. Token, retries, timeout,
    /// response limit and cancellation are those of the engine. The path is plain text below the base URL, and Quire
    /// encodes it. A path that could lead elsewhere is rejected before anything is sent: an absolute URL, `//host`,
    /// `.` and `..`, a backslash, percent-encoding, `?`, `#`, a control character.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path below the base URL, for example `api/acme-loyalty/points`.
    ///   - query: The query items, which are percent-encoded and added to the URL.
    ///   - headers: Headers that are added to the engine's, or replace them. `Authorization` and the headers that
    ///     frame a message are always the engine's own.
    ///   - body: The body. JSON, unless `headers` sets another `Content-Type`.
    ///   - isRepeatable: Whether sending it twice is harmless. `nil` depends on the method.
    /// - Returns: The response with its original status, headers and body. Its status is 200 to 299.
    /// - Throws: `TransportError` of kind `invalidRequest` before anything is sent; `HALOError` for any other status;
    ///   `TransportError`, `AuthorizationError`, `CancellationError`.
    @discardableResult
    public func send(
        _ method: HTTPRequest.Method, _ path: String, query: [URLQueryItem] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil, isRepeatable: Bool? = nil
    ) async throws -> HTTPResponse {
        func refusal(_ detail: String) -> TransportError {
            TransportError(.invalidRequest, HTTPRequest(method, connection.baseURL), detail: detail)
        }
        var call = HALOCall(method, "", body: body)
        switch PlainPath.parts(of: path) {
        case .success(let parts): call.path = parts
        case .failure(let flaw): throw refusal("the path \(flaw.reason)")
        }
        call.isBelowAPI = false
        for name in Self.ownHeaders where headers[name] != nil {
            throw refusal("\(name) is set by the engine; leave it out of headers")
        }
        call.query = query
        call.headers = headers
        call.isRepeatable = isRepeatable
        // Otherwise, the transport would check it only after a token request.
        try connection.request(for: call).check()
        return try await connection.send(call)
    }

    private static let ownHeaders = [
        "Authorization", "Proxy-Authorization", "Host", "Content-Length", "Transfer-Encoding", "Connection",
        "Expect", "Upgrade", "TE", "Trailer",
    ]
}
