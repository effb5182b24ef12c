import QuireCore
import QuireToolbox

/// Decides which requests the server accepts: those that name this machine and do not come from a foreign web page.
///
/// Every web page can make its browser send requests to this machine. Three headers, which a page cannot forge, tell
/// such requests apart. `Host` holds a foreign name after DNS rebinding. `Origin` names the page's origin.
/// `Sec-Fetch-Site` says how the page relates to the server where there is no `Origin`, as for images and scripts.
/// Programs other than browsers send neither of the last two.
package struct AccessRules: Sendable {
    private let hosts: [Authority]
    private let takesAnyAddress: Bool
    private let origins: Set<WebOrigin>
    private let takesAnyOrigin: Bool
    /// Further headers of every response, also of those to requests that fail.
    package var extraHeaders: [(name: String, value: String)] = []

    /// - Throws: `ServerError` if a host or an origin is malformed, or `*` is combined with credentials.
    ///
    /// - Parameters:
    ///   - host: The host that the server listens on.
    ///   - hasCredentials: Whether the server asks programs for credentials.
    package init(
        host: String, allowedHosts: [String], allowedOrigins: [String], hasCredentials: Bool
    ) throws(ServerError) {
        var hosts: [Authority] = []
        // No client uses the wildcard address as a host name. The server is reached by the addresses of all interfaces.
        takesAnyAddress = ["0.0.0.0", "::"].contains(host)
        if !takesAnyAddress, let own = Authority(listeningAt: host) { hosts.append(own) }
        for text in allowedHosts {
            guard let host = Authority(text) else {
                throw ServerError(
                    .access, "the allowed host \"\(text.shortened)\"",
                    reason: "it is not a host",
                    advice: "Give a name or an address, for example devbox.local or devbox.local:8080.")
            }
            hosts.append(host)
        }
        self.hosts = hosts
        var origins: Set<WebOrigin> = []
        for text in allowedOrigins where text != "*" {
            guard let origin = WebOrigin(text) else {
                throw ServerError(
                    .access, "the allowed origin \"\(text.shortened)\"", reason: "it is not an origin",
                    advice: "Give a scheme, a host and perhaps a port, for example http://localhost:3000.")
            }
            origins.insert(origin)
        }
        self.origins = origins
        takesAnyOrigin = allowedOrigins.contains("*")
        guard !takesAnyOrigin || !hasCredentials else {
            throw ServerError(
                .access, "the allowed origin \"*\"",
                reason: "any web page could then use the credentials that the server asks for",
                advice: "Name the origins of your pages, for example http://localhost:3000.")
        }
    }

    // MARK: - Checking

    /// Throws if the head of a request shows that the server must not accept it. The body is not read yet.
    func check(_ request: ServedRequest) throws(HTTPError) {
        try checkHost(request)
        let origin = try single("Origin", of: request)
        let site = try single("Sec-Fetch-Site", of: request)?.lowercased()
        if let origin {
            guard isOwn(origin, request) || allows(origin) else {
                throw HTTPError(
                    403,
                    "The request comes from a web page of the origin \"\(origin.shortened)\", which this server "
                        + "does not respond. Start it with --allow-origin to let the page's origin in.")
            }
            return
        }
        guard let site, site != "same-origin", site != "none" else { return }
        throw HTTPError(
            403,
            "The request comes from a web page of another site, as an image, a script or a link. This server responds "
                + "pages of allowed origins (--allow-origin), and only what they fetch with CORS.")
    }

    /// Why the server must not accept the request, and the status of the response; `nil` if it may.
    package func problem(of request: ServedRequest) -> (status: Int, message: String)? {
        do throws(HTTPError) {
            try check(request)
            return nil
        } catch {
            return (error.status, error.message)
        }
    }

    private func checkHost(_ request: ServedRequest) throws(HTTPError) {
        // Only HTTP/1.0 may omit it, and no browser sends HTTP/1.0.
        guard let text = request.authority else { return }
        guard let authority = Authority(text) else {
            throw HTTPError(400, "The Host header is not a host and a port.")
        }
        let isKnown =
            authority.isLoopback || (takesAnyAddress && authority.isAddress)
            || hosts.contains {
                $0.host == authority.host && ($0.port == nil || $0.port == authority.port ?? 80)
            }
        guard isKnown else {
            throw HTTPError(
                421,
                "This server does not respond for the host \"\(authority.host.shortened)\". "
                    + "Start it with --allow-host to let the name in.")
        }
    }

    private func single(_ name: String, of request: ServedRequest) throws(HTTPError) -> String? {
        let values = request.values(ofHeader: name)
        guard values.count <= 1 else {
            throw HTTPError(400, "The request has \(values.count) \(name) headers; it can have one.")
        }
        return values.first
    }

    private func isOwn(_ origin: String, _ request: ServedRequest) -> Bool {
        guard let authority = request.authority.flatMap({ Authority($0) }) else { return false }
        return WebOrigin(origin) == WebOrigin(serverAt: authority)
    }

    private func allows(_ origin: String) -> Bool {
        takesAnyOrigin || WebOrigin(origin).map { origins.contains($0) } ?? false
    }

    // MARK: - Responding

    /// The headers of every response: no page may embed it, and pages of allowed origins may read it.
    func headers(for request: ServedRequest?) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] =
            [
                ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Vary", "Origin"),
            ] + extraHeaders
        guard let origin = request?[header: "Origin"], allows(origin) else { return headers }
        // `Access-Control-Allow-Credentials` is never sent: there are no cookies, and a page's own code sends tokens.
        headers.append(("Access-Control-Allow-Origin", takesAnyOrigin ? "*" : origin))
        headers.append(("Access-Control-Expose-Headers", "Allow, Date, Retry-After"))
        return headers
    }

    /// The response to a CORS preflight of an allowed origin; `nil` for any other request.
    func preflight(_ request: ServedRequest) -> ServedResponse? {
        guard request.method == "OPTIONS", request[header: "Access-Control-Request-Method"] != nil,
            let origin = request[header: "Origin"], allows(origin)
        else { return nil }
        var headers: [(name: String, value: String)] = [
            ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE"),
            ("Access-Control-Max-Age", "600"),
            ("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers"),
        ]
        if let names = request[header: "Access-Control-Request-Headers"] {
            headers.append(("Access-Control-Allow-Headers", names))
        }
        if request[header: "Access-Control-Request-Private-Network"] == "true" {
            headers.append(("Access-Control-Allow-Private-Network", "true"))
        }
        return ServedResponse(204, headers: headers, body: [])
    }
}
