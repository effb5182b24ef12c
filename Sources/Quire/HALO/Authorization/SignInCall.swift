/// The calls by which HALO learns who somebody is, and what to do where it refuses one.
enum SignInCall: String {
    case token = "/api/oauth/token"
    case login = "/api/segmentation/identified/login"
    case register = "/api/segmentation/identified/register"

    /// The call of an address; `nil` for a call of another kind.
    init?(_ address: String) {
        guard let call = [Self.token, .login, .register].first(where: { address.hasSuffix($0.rawValue) })
        else { return nil }
        self = call
    }

    /// `nil` where the status says nothing about the credentials.
    func remedy(_ status: Int) -> String? {
        switch (self, status) {
        case (.token, 400), (.token, 401), (.token, 403):
            "Check the client id and secret, or the user's name and password, and that they belong to this server."
        case (.login, 400), (.login, 401), (.login, 422):
            "Check the email and password, or get a new token from the other network. Then log in again."
        case (.login, 403): "Check that the account is active and may use this app."
        case (.register, 400), (.register, 422):
            "Check the email, the password and the profile against the server's rules."
        case (.register, 401), (.register, 403): "Let the server allow this app to register users."
        case (.register, 409): "An account with this email exists already. Log in, or use another email."
        case (_, 404): "Check the base URL."
        default: nil
        }
    }
}
