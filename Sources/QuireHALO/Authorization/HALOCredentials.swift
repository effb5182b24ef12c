import QuireCore

/// What a client proves itself with: an app's id and secret, a user's name and password of the CMS, or both.
///
/// ```swift
/// let halo = HALOEngine(baseURL: url, credentials: .app(id: "…", secret: "…"))
/// ```
/// Printing, dumping and errors show nothing of it.
public struct HALOCredentials: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        var name: String
        var secret: String
    }

    var app: Pair?
    var user: Pair?

    /// Of an app, as the CMS lists them. The token is asked for with `grant_type=client_credentials`.
    public static func app(id: String, secret: String) -> HALOCredentials {
        HALOCredentials(app: Pair(name: id, secret: secret))
    }

    /// Of a user of the CMS. The token is asked for with `grant_type=password`.
    public static func user(name: String, password: String) -> HALOCredentials {
        HALOCredentials(user: Pair(name: name, secret: password))
    }

    /// Both, for an engine that sends some requests as the app and some as a user of the CMS; those given win.
    public func and(_ other: HALOCredentials) -> HALOCredentials {
        HALOCredentials(app: other.app ?? app, user: other.user ?? user)
    }

    /// Where requests start from that name no mode.
    var mode: HALOAuthorization.Mode { app == nil && user != nil ? .user : .app }

    /// Every text that must not be shown.
    var secrets: [String] { [app?.name, app?.secret, user?.name, user?.secret].compactMap { $0 } }
}

extension HALOCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let kinds = [app.map { _ in "app" }, user.map { _ in "user" }].compactMap { $0 }
        return "HALOCredentials(\(kinds.joined(separator: ", ")) <redacted>)"
    }

    public var debugDescription: String { description }
    /// Shows nothing of the credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension String {
    /// The text without what must not be shown, in any of the forms that it is sent in; servers repeat what they were
    /// sent. Texts of less than four characters are left: they hide nothing, and occur in every sentence.
    func hiding(_ secrets: [String]) -> String {
        let forms = secrets.filter { $0.count >= 4 }.flatMap { secret in
            [
                secret, FormBody.encoded(secret),
                String(JSONValue.string(secret).description.dropFirst().dropLast()),
            ]
        }
        // The longest first: one may be a part of another.
        return forms.sorted { $0.count > $1.count }.reduce(self) { text, form in
            text.replacing(form, with: "…")
        }
    }
}
