import QuireToolbox

/// Why a development server could not be started: what, where, why, and what to do about it.
public struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, for code that reacts to it.
    public enum Code: String, Sendable, Hashable {
        /// Another program listens at the port.
        case portInUse
        /// The address is none of this machine's, or may not be used.
        case address
        /// The server was started before, or stopped.
        case state
        /// An allowed host or origin is malformed, or allows too much.
        case access
        /// The modules do not fit together, or are not the store's.
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
