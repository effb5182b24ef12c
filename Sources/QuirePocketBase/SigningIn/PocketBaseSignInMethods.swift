public import Foundation
import QuireCore
import QuireRemote

/// The ways to sign in to an auth collection, as its settings allow them.
public struct PocketBaseSignInMethods: Sendable, Hashable {
    /// A service that users sign in with, by OAuth2 with PKCE.
    ///
    /// Show the user `url(returningTo:)` in a browser. The service returns to the app's URL with `code` and `state`.
    public struct Provider: Sendable, Hashable {
        /// For example `google`.
        public var name: String
        /// The name for people, for example `Google`.
        public var displayName: String
        /// The random text that the redirect must return. Reject a redirect with another one.
        public var state: String
        /// Secret: proves that the code was requested by this app.
        var codeVerifier: String
        /// The service's URL, which ends with `redirect_uri=`.
        var authURL: String

        /// The URL to open in a browser.
        ///
        /// - Parameter redirectURL: The app's URL, as registered with the service.
        public func url(returningTo redirectURL: String) -> URL? {
            URL(string: authURL + redirectURL.percentEncoded)
        }
    }

    /// Whether a password is accepted.
    public var allowsPassword: Bool
    /// The fields that identify a user beside the password, for example `email`.
    public var identityFields: [String]
    /// Whether one-time passwords are sent by email.
    public var allowsOneTimePassword: Bool
    /// Whether two different ways are needed to sign in.
    public var needsTwoFactors: Bool
    public var providers: [Provider]

    /// - Parameter json: `{"password":{"enabled":true,"identityFields":["email"]},"otp":{…},"mfa":{…},"oauth2":{…}}`
    init?(_ json: JSONValue) {
        guard case .object = json.member("password") ?? .null else { return nil }
        func isEnabled(_ name: String) -> Bool { json.member(name)?.member("enabled") == .boolean(true) }
        allowsPassword = isEnabled("password")
        identityFields =
            json.member("password")?.member("identityFields")?.elements?.compactMap(\.string) ?? []
        allowsOneTimePassword = isEnabled("otp")
        needsTwoFactors = isEnabled("mfa")
        providers =
            isEnabled("oauth2")
            ? json.member("oauth2")?.member("providers")?.elements?.compactMap(Provider.init) ?? [] : []
    }
}

extension PocketBaseSignInMethods.Provider: CustomStringConvertible, CustomReflectable {
    fileprivate init?(_ json: JSONValue) {
        guard let name = json.member("name")?.string, let state = json.member("state")?.string,
            let verifier = json.member("codeVerifier")?.string,
            let url = (json.member("authURL") ?? json.member("authUrl"))?.string
        else { return nil }
        self.init(
            name: name, displayName: json.member("displayName")?.string ?? name, state: state,
            codeVerifier: verifier, authURL: url)
    }

    public var description: String { displayName }
    /// Hides the verifier.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
