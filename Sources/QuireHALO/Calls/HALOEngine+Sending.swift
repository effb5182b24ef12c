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

/// Parses a plain-text path from an app and rejects paths that could leave the base URL.
enum PlainPath {
    struct Flaw: Error {
        /// The end of a sentence that starts with "the path".
        var reason: String
    }

    /// The components between the slashes, which are percent-encoded one by one. The last one is empty if the path ends
    /// with a slash.
    static func parts(of path: String) -> Result<[String], Flaw> {
        func flaw(_ reason: String) -> Result<[String], Flaw> { .failure(Flaw(reason: reason)) }
        if path.unicodeScalars.contains(where: isControl) { return flaw("holds a control character") }
        if path.contains("\\") { return flaw("holds a backslash") }
        if path.contains("?") { return flaw("holds a question mark; give parameters as query") }
        if path.contains("#") { return flaw("holds a fragment (#)") }
        if hasScheme(path) || path.hasPrefix("//") {
            return flaw("is the address of a server; give what follows the base URL")
        }
        // Encoded again, it would be another path. Unencoded, it could hide dots and slashes.
        if holdsPercentEncoding(path) { return flaw("is percent-encoded; give it as plain text") }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "" { parts.removeFirst() }
        if parts.isEmpty || parts == [""] { return flaw("is empty") }
        if parts.dropLast().contains("") { return flaw("holds an empty part (//)") }
        if parts.contains(where: isDots) { return flaw("holds \".\" or \"..\"") }
        return .success(parts)
    }

    /// Whether it is C0, DEL, C1, or a line or paragraph separator.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// `https:`, `javascript:`. A colon in a later component is not a scheme.
    private static func hasScheme(_ path: String) -> Bool {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = path.utf8[..<colon]
        return !scheme.contains(UInt8(ascii: "/"))
    }

    private static func holdsPercentEncoding(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
                && bytes[index + 1...index + 2].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
    }

    /// Some servers remove parameters (`..;a`) before they resolve dots.
    private static func isDots(_ part: String) -> Bool {
        let name = part.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return name == "." || name == ".."
    }
}

extension HALOEngine {
    /// Runs calls and returns the status and headers of their responses along with the result.
    ///
    /// ```swift
    /// let (page, responses) = try await halo.recordingResponses { halo in
    ///     try await ContentClient(engine: halo).fetch(Books.query())
    /// }
    /// print(responses[0].status, responses[0].headers["ETag"] ?? "no ETag")
    /// ```
    /// The closure runs on the caller's actor and receives the same engine, which records every call: fetches,
    /// writes, syncs, logins, and those of ``send(_:_:query:headers:body:isRepeatable:)``. Each call has one entry,
    /// for its last response. Retries and token requests have none. A result that needed no call, such as one from a
    /// store, has no entry either.
    ///
    /// - Returns: The closure's result, and the responses in the order in which they arrived.
    /// - Throws: The errors of the closure. A `HALOError` contains status and headers itself.
    public func recordingResponses<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (HALOEngine) async throws -> Result
    ) async rethrows -> (result: Result, responses: [HALOResponse]) {
        let recorder = ResponseRecorder()
        var engine = self
        engine.connection.recorders.append(recorder)
        let result = try await body(engine)
        return (result, recorder.responses)
    }
}
