import Foundation
import QuireHTTP

extension HALOEngine {
    /// Sends any request to the server, authorized as every other call of this engine.
    ///
    /// ```swift
    /// let year = URLQueryItem(name: "year", value: "2026")
    /// let response = try await halo.send(.get, "api/acme-loyalty/points", query: [year])
    /// let points = try JSONDecoder().decode([Points].self, from: response.body)
    /// // GET https://halo-db.com/api/acme-loyalty/points?year=2026
    /// // Authorization: Bearer …
    /// ```
    /// For parts of HALO's API that Quire has no call for, and for a server's own middleware. Token, retries, timeout,
    /// the largest response and cancellation are those of the engine. The path is plain text below the base URL, and
    /// Quire encodes it. A path that could lead anywhere else is refused before anything is sent: an absolute URL,
    /// `//host`, `.` and `..`, a backslash, percent-encoding, `?`, `#`, a control character.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: Below the base URL, for example `api/acme-loyalty/points`.
    ///   - query: The query items, added to the address percent-encoded.
    ///   - headers: Added to those of the engine, or in their place. `Authorization` and the headers that frame a
    ///     message are the engine's own.
    ///   - body: JSON, unless `headers` has another `Content-Type`.
    ///   - isRepeatable: Whether sending it twice does no harm; `nil` leaves it to the method.
    /// - Returns: The response, with its status, headers and body as they came. Its status is 200 to 299.
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
        // Otherwise the transport would check it, after a request for a token.
        try connection.request(for: call).check()
        return try await connection.send(call)
    }

    private static let ownHeaders = [
        "Authorization", "Proxy-Authorization", "Host", "Content-Length", "Transfer-Encoding", "Connection",
        "Expect", "Upgrade", "TE", "Trailer",
    ]
}
