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

    /// What a call needs where the server asks for tokens.
    enum Access { case open, token, formerToken }

    var access: Access {
        switch self {
        // A call for a token names the client's credentials itself. The version of apps is not content.
        case .token, .version: .open
        // Or one that has expired, of the user who logs in again.
        case .login: .formerToken
        default: .token
        }
    }

    /// Finds the call of a method and a path.
    ///
    /// - Throws: `Refusal` where there is no such path (404), or not with the method (405).
    static func find(_ method: String, _ path: String) throws(Refusal) -> Route {
        let parts = try Path.parts(path)
        guard parts.first == "api" else { throw unknown(path) }
        let calls = calls(Array(parts.dropFirst()))
        guard !calls.isEmpty else { throw unknown(path) }
        let wanted = method == "HEAD" ? "GET" : method
        if let call = calls.first(where: { $0.method == wanted }) { return call.route }
        var refusal = Refusal(
            405, "\(method) is not done here; there is \(calls.map(\.method).joined(separator: ", "))")
        refusal.headers = [("Allow", calls.map(\.method).joined(separator: ", "))]
        throw refusal
    }

    private static func unknown(_ path: String) -> Refusal {
        Refusal(
            404,
            "There is nothing at this path. The API has oauth/token, generalcontent/instance, "
                + "generalcontent/module, segmentation/appuser and authentication/version under /api/.")
    }

    private static func calls(_ parts: [String]) -> [(method: String, route: Route)] {
        switch (parts.count, parts.first ?? "", parts.dropFirst().first ?? "", parts.dropFirst(2).first ?? "")
        {
        case (2, "oauth", "token", _): return [("POST", .token)]
        case (2, "generalcontent", "instance", _): return [("POST", .createInstance)]
        // `PUT instance/search` names an item: it is refused for its id.
        case (3, "generalcontent", "instance", "search"): return [("POST", .search)] + items("search")
        case (3, "generalcontent", "instance", "sync"): return [("POST", .sync)] + items("sync")
        case (3, "generalcontent", "instance", "batch"): return [("POST", .batch)] + items("batch")
        case (3, "generalcontent", "instance", let id): return items(id)
        case (2, "generalcontent", "module", _): return [("GET", .modules)]
        case (3, "generalcontent", "module", let id): return [("GET", .module(id))]
        case (2, "segmentation", "appuser", _): return [("POST", .createDevice)]
        case (3, "segmentation", "appuser", let id):
            return [("GET", .device(id)), ("PUT", .updateDevice(id))]
        case (3, "segmentation", "identified", "login"): return [("POST", .login)]
        case (3, "segmentation", "identified", "register"): return [("POST", .register)]
        case (2, "segmentation", "identified-pocket", _): return [("PUT", .savePocket)]
        case (3, "segmentation", "identified-pocket", "self"): return [("GET", .pocket)]
        case (2, "authentication", "version", _), (3, "authentication", "version", "current"):
            return [("GET", .version)]
        default: return []
        }
    }

    private static func items(_ id: String) -> [(method: String, route: Route)] {
        [("PUT", .updateInstance(id)), ("DELETE", .deleteInstance(id))]
    }
}
