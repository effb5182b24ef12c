import QuireCore

/// The credentials of a client: an app's id and secret, a CMS user's name and password, or both.
///
/// ```swift
/// let halo = HALOEngine(baseURL: url, credentials: .app(id: "…", secret: "…"))
/// ```
/// Printing, dumping and errors never show them.
public struct HALOCredentials: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        var name: String
        var secret: String
    }

    var app: Pair?
    var user: Pair?

    /// The credentials of an app, as listed in the CMS. Tokens are requested with `grant_type=client_credentials`.
    public static func app(id: String, secret: String) -> HALOCredentials {
        HALOCredentials(app: Pair(name: id, secret: secret))
    }

    /// The credentials of a CMS user. Tokens are requested with `grant_type=password`.
    public static func user(name: String, password: String) -> HALOCredentials {
        HALOCredentials(user: Pair(name: name, secret: password))
    }

    /// Combines both, for an engine that sends some requests as the app and some as a CMS user. The argument wins.
    public func and(_ other: HALOCredentials) -> HALOCredentials {
        HALOCredentials(app: other.app ?? app, user: other.user ?? user)
    }

    /// The default mode of requests.
    var mode: HALOAuthorization.Mode { app == nil && user != nil ? .user : .app }

    /// All texts that must not be shown.
    var secrets: [String] { [app?.name, app?.secret, user?.name, user?.secret].compactMap { $0 } }
}

extension HALOCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let kinds = [app.map { _ in "app" }, user.map { _ in "user" }].compactMap { $0 }
        return "HALOCredentials(\(kinds.joined(separator: ", ")) <redacted>)"
    }

    public var debugDescription: String { description }
    /// Hides the credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
