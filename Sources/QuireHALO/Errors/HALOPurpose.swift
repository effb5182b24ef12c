import Foundation
import QuireHTTP

/// The purpose of a call, which decides what to do about its failure.
enum HALOPurpose: Sendable, Hashable {
    case search, sync, write, module, device, login, register, pocket, token, other

    /// - Parameter address: The address of the call. The part before `/api/` may have a path.
    init(_ method: HTTPRequest.Method, address: String) {
        let path = address.range(of: "/api/", options: .backwards).map { address[$0.upperBound...] } ?? ""
        self.init(method, path.split(separator: "/").map(String.init))
    }

    private init(_ method: HTTPRequest.Method, _ path: [String]) {
        switch (path.first, path.dropFirst().first, path.dropFirst(2).first) {
        case ("oauth", "token", _): self = .token
        case ("generalcontent", "instance", "search") where method == .post: self = .search
        case ("generalcontent", "instance", "sync") where method == .post: self = .sync
        case ("generalcontent", "instance", _): self = method == .get ? .search : .write
        case ("generalcontent", "module", _): self = .module
        case ("segmentation", "appuser", _): self = .device
        case ("segmentation", "identified", "login"): self = .login
        case ("segmentation", "identified", "register"): self = .register
        case ("segmentation", "identified-pocket", _): self = .pocket
        default: self = .other
        }
    }
}
