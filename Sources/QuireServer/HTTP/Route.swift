/// The calls of the API.
enum Route: Equatable, Sendable {
    case token
    case search, sync, batch
    case createInstance, updateInstance(String), deleteInstance(String)
    case modules, module(String)
    case createDevice, device(String), updateDevice(String)
    case login, register
    case pocket, savePocket
    case version

    /// The token that a call requires if the server has credentials.
    enum Access { case open, token, formerToken }

    var access: Access {
        switch self {
        // The call for a token carries the client's credentials. The app versions are not content.
        case .token, .version: .open
        // A valid token, or an expired one of the user who logs in again.
        case .login: .formerToken
        default: .token
        }
    }

    /// Finds the call for a method and a path.
    ///
    /// - Throws: `APIError` if the path is unknown (404), or does not have the method (405).
    static func find(_ method: String, _ path: String) throws(APIError) -> Route {
        let parts = try Path.parts(path)
        let calls = Endpoint.all.compactMap { endpoint in
            endpoint.route(at: parts).map { (method: endpoint.method, route: $0) }
        }
        guard !calls.isEmpty else { throw unknown(path) }
        let effectiveMethod = method == "HEAD" ? "GET" : method
        if let call = calls.first(where: { $0.method == effectiveMethod }) { return call.route }
        let methods = calls.map(\.method).joined(separator: ", ")
        var error = APIError(405, "\(method) is not supported at this path: it takes \(methods).")
        error.headers = [("Allow", methods)]
        throw error
    }

    private static func unknown(_ path: String) -> APIError {
        APIError(
            404,
            "There is nothing at this path. The API has oauth/token, generalcontent/instance, "
                + "generalcontent/module, segmentation/appuser and authentication/version under /api/.")
    }
}

/// A method and a path of the API, and the call at them.
struct Endpoint: Sendable {
    let method: String
    /// The path, `/api/generalcontent/instance/{id}`, where `{id}` is any text.
    let path: String
    private let parts: [Substring]
    private let makeRoute: @Sendable (_ id: String) -> Route

    private init(_ method: String, _ path: String, to makeRoute: @escaping @Sendable (_ id: String) -> Route)
    {
        self.method = method
        self.path = "/api/" + path
        self.makeRoute = makeRoute
        parts = self.path.dropFirst().split(separator: "/")
    }

    private init(_ method: String, _ path: String, to route: Route) {
        self.init(method, path) { _ in route }
    }

    /// The call for a path, given as decoded components; `nil` if the path belongs to another endpoint.
    func route(at path: [String]) -> Route? {
        guard path.count == parts.count else { return nil }
        var id = ""
        for (part, text) in zip(parts, path) {
            if part == "{id}" { id = text } else if part != text { return nil }
        }
        return makeRoute(id)
    }

    /// All endpoints of the API. If several match a path, the first one with the method counts.
    static let all: [Endpoint] = [
        Endpoint("POST", "oauth/token", to: .token),
        Endpoint("POST", "generalcontent/instance", to: .createInstance),
        Endpoint("POST", "generalcontent/instance/search", to: .search),
        Endpoint("POST", "generalcontent/instance/sync", to: .sync),
        Endpoint("POST", "generalcontent/instance/batch", to: .batch),
        // `PUT generalcontent/instance/search` reaches these, and fails for its id.
        Endpoint("PUT", "generalcontent/instance/{id}") { .updateInstance($0) },
        Endpoint("DELETE", "generalcontent/instance/{id}") { .deleteInstance($0) },
        Endpoint("GET", "generalcontent/module", to: .modules),
        Endpoint("GET", "generalcontent/module/{id}") { .module($0) },
        Endpoint("POST", "segmentation/appuser", to: .createDevice),
        Endpoint("GET", "segmentation/appuser/{id}") { .device($0) },
        Endpoint("PUT", "segmentation/appuser/{id}") { .updateDevice($0) },
        Endpoint("POST", "segmentation/identified/login", to: .login),
        Endpoint("POST", "segmentation/identified/register", to: .register),
        Endpoint("PUT", "segmentation/identified-pocket", to: .savePocket),
        Endpoint("GET", "segmentation/identified-pocket/self", to: .pocket),
        Endpoint("GET", "authentication/version", to: .version),
        Endpoint("GET", "authentication/version/current", to: .version),
    ]
}
