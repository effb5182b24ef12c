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
