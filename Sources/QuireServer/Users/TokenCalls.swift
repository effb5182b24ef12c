/// The call for tokens.
struct TokenCalls: Sendable {
    let authorizer: Authorizer
    let registry: Registry
    /// Seconds that a token is valid.
    let lifetime: Int

    /// Issues a token (HALO: `POST oauth/token?_app` and `?_user`). The body is a form or JSON.
    func token(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let fields = try CallFields(request)
        try authorizer.checkMayGuess()
        let holder: TokenIssuer.Holder
        switch fields["grant_type"] {
        case "client_credentials":
            try authorizer.checkClient(fields)
            holder = .app
        case "refresh_token":
            try authorizer.checkClient(fields)
            guard let refresh = fields["refresh_token"] else {
                throw APIError(400, "refresh_token: expected a token, found nothing")
            }
            // After a restart no token is known. A server without credentials accepts it anyway.
            let isOpen = authorizer.credentials == nil
            guard let tokenHolder = authorizer.tokens.redeem(refresh) ?? (isOpen ? .app : nil) else {
                throw APIError(401, "The refresh token is not valid")
            }
            holder = tokenHolder
        case "password": holder = try passwordHolder(fields)
        case let grant:
            throw APIError(
                400,
                "grant_type: expected client_credentials, refresh_token or password, found "
                    + (grant.map { "\"\($0.shortened)\"" } ?? "nothing"))
        }
        return ServedResponse(200, authorizer.tokens.issue(holder).json(expiry: Int64(lifetime) * 1_000))
    }

    private func passwordHolder(_ fields: CallFields) throws(APIError) -> TokenIssuer.Holder {
        guard let name = fields["username"], let password = fields["password"] else {
            throw APIError(400, "username and password: expected texts")
        }
        // The client's own credentials sign in the only editor.
        if let credentials = authorizer.credentials, credentials.match(name, password) { return .app }
        // A user's password alone is not enough: it does not authorize the app.
        try authorizer.checkClient(fields)
        if let user = registry.user(email: name, password: password) { return .user(user) }
        if authorizer.credentials == nil { return .app }
        throw authorizer.wrongCredentials(APIError(401, "Credentials are not valid"))
    }
}
