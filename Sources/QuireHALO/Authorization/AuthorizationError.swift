import Foundation
import QuireToolbox

/// A request that could not be authorized: why, for which mode, and what to do.
///
/// It never contains a credential or a token, even if the server repeats one in its message.
public struct AuthorizationError: Error, Sendable, Hashable {
    /// The reason.
    public enum Kind: String, Sendable, Hashable {
        /// The server does not accept the credentials.
        case rejected
        /// The server was unreachable or failed. The next request tries again.
        case unavailable
        /// The server's response contains no usable token.
        case invalidResponse
        /// There are no credentials for the mode.
        case missingCredentials
        /// Nobody is logged in.
        case notLoggedIn
        /// The login has ended, and its credentials were not kept or are no longer accepted.
        case loginEnded
        /// The user or the credentials changed while the request was in flight. It is not sent with a different
        /// identity.
        case identityChanged
        /// The request's deadline passed while it waited for the token.
        case timedOut
    }

    public var kind: Kind
    /// The mode in which the request was to be sent.
    public var mode: HALOAuthorization.Mode
    /// The status of the server's response, if there was one.
    public var status: Int?
    /// Details, such as the server's message or the network error.
    public var detail: String

    init(_ kind: Kind, _ mode: HALOAuthorization.Mode, status: Int? = nil, detail: String = "") {
        self.kind = kind
        self.mode = mode
        self.status = status
        self.detail = detail
    }

    /// Whether the same request may succeed later without any change.
    public var isRetryable: Bool { kind == .unavailable || kind == .timedOut }
}

extension AuthorizationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        var text = "Authorization as \(mode.rawValue): \(what)"
        if let status { text += " (status \(status))" }
        if !detail.isEmpty { text += ": \(detail)" }
        return PlainText.error(text, remedy)
    }

    public var errorDescription: String? { description }

    private var what: String {
        switch kind {
        case .rejected: "the server does not accept the credentials"
        case .unavailable: "no token could be had"
        case .invalidResponse: "the server's response is not a token"
        case .missingCredentials: "there are no credentials for this mode"
        case .notLoggedIn: "nobody is logged in"
        case .loginEnded: "the login has ended"
        case .identityChanged: "user or credentials changed while the request was under way"
        case .timedOut: "the request's deadline passed while it waited for the token"
        }
    }

    private var remedy: String {
        switch kind {
        case .rejected:
            switch mode {
            case .app: "Check the app's client id and secret, and that they belong to this server."
            case .user: "Check the user's name and password, and that they belong to this server."
            case .appPlus:
                "Check the email and password, or the token of the other network. Then log in again."
            }
        case .unavailable: "Try again later."
        case .invalidResponse: "Check that the base URL is HALO's, and that no proxy responds in its place."
        case .missingCredentials: "Give the engine credentials for this mode, or use another one."
        case .notLoggedIn: "Call logIn first, or send as the app."
        case .loginEnded: "Log in again, or log out."
        case .identityChanged: "Send the request again if it is still wanted."
        case .timedOut: "Try again, or give a later deadline."
        }
    }
}

extension AuthorizationError: OutageError {
    /// Whether the token request failed because the device is offline, or the server fails.
    public var isOutage: Bool { isRetryable }
}
