import QuireCore
import QuireRemote

/// Proof of who somebody is: a password, a one-time password, or the code of another service.
///
/// ```swift
/// try await authorization.signIn(.password("ada@example.com", "…"))
/// // POST /api/collections/users/auth-with-password {"identity":"ada@example.com","password":"…"}
/// ```
/// Printing, dumping and errors never show them.
public struct PocketBaseCredentials: Sendable, Hashable {
    /// The last component of the call's path.
    let method: String
    let members: [JSONValue.Member]
    let secrets: [String]
    /// Whether the server accepts the same credentials again, if the first response was lost.
    let isRepeatable: Bool

    private init(
        _ method: String, _ members: KeyValuePairs<String, JSONValue>, secrets: [String],
        isRepeatable: Bool = false
    ) {
        self.method = method
        self.members = members.map { .init($0.key, $0.value) }
        self.secrets = secrets
        self.isRepeatable = isRepeatable
    }

    /// An email address, or another field that the collection accepts, and a password.
    public static func password(_ identity: String, _ password: String) -> PocketBaseCredentials {
        PocketBaseCredentials(
            "auth-with-password", ["identity": .string(identity), "password": .string(password)],
            secrets: [password], isRepeatable: true)
    }

    /// The one-time password that the user received by email.
    ///
    /// - Parameters:
    ///   - password: The password from the email.
    ///   - id: The result of ``PocketBaseAuthorization/requestOneTimePassword(email:in:)``.
    public static func oneTimePassword(_ password: String, id: String) -> PocketBaseCredentials {
        PocketBaseCredentials(
            "auth-with-otp", ["otpId": .string(id), "password": .string(password)], secrets: [password])
    }

    /// The code with which an OAuth2 provider has returned to the app.
    ///
    /// - Parameters:
    ///   - code: The `code` in the redirect. Check first that its `state` is the provider's.
    ///   - provider: The provider from ``PocketBaseAuthorization/signInMethods(of:)``.
    ///   - redirectURL: The URL that the provider was asked to return to.
    ///   - newUser: The values of fields for a user who signs in for the first time.
    public static func oauth2(
        code: String, from provider: PocketBaseSignInMethods.Provider, redirectURL: String,
        newUser: JSONValue = .object([])
    ) -> PocketBaseCredentials {
        PocketBaseCredentials(
            "auth-with-oauth2",
            [
                "provider": .string(provider.name), "code": .string(code),
                "codeVerifier": .string(provider.codeVerifier), "redirectURL": .string(redirectURL),
                "createData": newUser,
            ],
            secrets: [code, provider.codeVerifier])
    }

    /// The same with the first of two factors.
    func completing(_ multiFactorID: String?) -> PocketBaseCredentials {
        guard let multiFactorID else { return self }
        return PocketBaseCredentials(
            method, members + [.init("mfaId", .string(multiFactorID))], secrets: secrets + [multiFactorID])
    }

    private init(_ method: String, _ members: [JSONValue.Member], secrets: [String]) {
        self.method = method
        self.members = members
        self.secrets = secrets
        isRepeatable = false
    }
}

extension PocketBaseCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "PocketBaseCredentials(\(method) <redacted>)" }
    public var debugDescription: String { description }
    /// Hides the credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
