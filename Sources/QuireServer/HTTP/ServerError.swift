import QuireToolbox

/// Why a development server could not be started: what failed, where, why, and what to do.
public struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for code that handles it.
    public enum Code: String, Sendable, Hashable {
        /// Another program listens on the port.
        case portInUse
        /// The address does not belong to this machine, or this user may not use it.
        case address
        /// The server has already been started or stopped.
        case state
        /// An allowed host or origin is malformed or allows too much.
        case access
        /// The modules share a name or an id, or are not the store's.
        case modules
    }

    public var code: Code
    public var place: String
    public var reason: String
    public var advice: String

    init(_ code: Code, _ place: String, reason: String, advice: String) {
        self.code = code
        self.place = place
        self.reason = reason
        self.advice = advice
    }

    public var description: String {
        let action =
            switch code {
            case .access: "use"
            case .modules: "serve"
            case .portInUse, .address, .state: "serve at"
            }
        return PlainText.error("Could not \(action) \(place): \(reason)", advice)
    }
}
