#if SQLite
import Foundation

extension ContentAPI {
    static let invalidClient = "Client not found or invalid secret"

    /// Issues a token (HALO: `POST oauth/token?_app` and `?_user`). Accepts a form or JSON.
    func token(_ request: ServedRequest) throws(Refusal) -> Answer {
        let fields = try CallFields(request)
        try checkMayGuess()
        let holder: TokenIssuer.Holder
        switch fields["grant_type"] {
        case "client_credentials":
            try checkClient(fields)
            holder = .app
        case "refresh_token":
            try checkClient(fields)
            guard let refresh = fields["refresh_token"] else {
                throw Refusal(400, "refresh_token: expected a token, found nothing")
            }
            // After a restart the server knows no tokens. Without credentials it accepts them anyway.
            guard let known = tokens.redeem(refresh) ?? (options.credentials == nil ? .app : nil) else {
                throw Refusal(401, "The refresh token is not valid")
            }
            holder = known
        case "password":
            guard let name = fields["username"], let password = fields["password"] else {
                throw Refusal(400, "username and password: expected texts")
            }
            if let credentials = options.credentials, credentials.match(name, password) {
                // The client's own credentials are the only editor account.
                holder = .app
            } else {
                // A user's password alone is not enough: it does not authorize the app.
                try checkClient(fields)
                if let user = registry.user(email: name, password: password) {
                    holder = .user(user)
                } else if options.credentials == nil {
                    holder = .app
                } else {
                    throw wrongCredentials(Refusal(401, "Credentials are not valid"))
                }
            }
        case let grant:
            throw Refusal(
                400,
                "grant_type: expected client_credentials, refresh_token or password, found "
                    + (grant.map { "\"\($0.shortened)\"" } ?? "nothing"))
        }
        return Answer(200, tokens.issue(holder).json(expiry: Int64(options.tokenLifetime) * 1_000))
    }

    /// Rejects a call without a valid token if the server has credentials.
    func checkToken(_ request: ServedRequest, _ route: Route) throws(Refusal) {
        guard options.credentials != nil else { return }
        switch route.access {
        case .open: return
        case .formerToken where tokens.formerHolder(request) != nil: return
        case .token, .formerToken: guard tokens.holder(request) != nil else { throw Self.noToken }
        }
    }

    /// Rejects a login without a valid token. An expired token is accepted if it was issued to the same user.
    ///
    /// HALO's iOS SDK logs a user in again with the user's expired token in the header, and gives up on a 401.
    ///
    /// - Parameter user: `nil` if no user has these credentials.
    func checkMayLogIn(_ request: ServedRequest, as user: String?) throws(Refusal) {
        guard options.credentials != nil, tokens.holder(request) == nil else { return }
        guard let user, tokens.formerHolder(request) == .user(user) else { throw Self.noToken }
    }

    /// Rejects a login after too many wrong attempts, if the server has credentials.
    func checkMayGuess() throws(Refusal) {
        if options.credentials != nil { try guesses.check() }
    }

    /// Counts a wrong login, and returns the given error.
    func wrongCredentials(_ refusal: Refusal) -> Refusal {
        guesses.addFailure()
        return refusal
    }

    private static let noToken = Refusal(
        401, "The request has no valid token; ask for one at /api/oauth/token?_app")

    private func checkClient(_ fields: CallFields) throws(Refusal) {
        guard let credentials = options.credentials else { return }
        guard let id = fields["client_id"], let secret = fields["client_secret"],
            credentials.match(id, secret)
        else { throw wrongCredentials(Refusal(401, Self.invalidClient)) }
    }
}

extension DevelopmentServer.Credentials {
    func match(_ id: String, _ secret: String) -> Bool {
        // Both are always compared, so that the time does not show which one is wrong.
        let isID = clientID.isSameSecret(as: id)
        return clientSecret.isSameSecret(as: secret) && isID
    }
}
#endif
