/// Decides whether a request may be made: by its token, by the client's credentials, by the number of wrong guesses.
///
/// A server without credentials allows every request.
struct Authorizer: Sendable {
    /// The credentials of clients; `nil` if the server requires none.
    let credentials: ClientCredentials?
    let tokens: TokenIssuer
    let guesses = GuessLimit()

    /// Throws if a call lacks a valid token and the server requires tokens.
    func checkToken(_ request: ServedRequest, _ route: Route) throws(APIError) {
        guard credentials != nil else { return }
        switch route.access {
        case .open: return
        case .formerToken where tokens.formerHolder(request) != nil: return
        case .token, .formerToken: guard tokens.holder(request) != nil else { throw Self.noToken }
        }
    }

    /// Throws if a login has no valid token, unless the token was issued to the same user and has expired.
    ///
    /// HALO's iOS SDK logs a user in again with the user's expired token in the header, and gives up at a 401.
    ///
    /// - Parameter user: `nil` if no user has these credentials.
    func checkMayLogIn(_ request: ServedRequest, as user: String?) throws(APIError) {
        guard credentials != nil, tokens.holder(request) == nil else { return }
        guard let user, tokens.formerHolder(request) == .user(user) else { throw Self.noToken }
    }

    /// Throws after too many wrong credentials, if the server requires credentials.
    func checkMayGuess() throws(APIError) {
        if credentials != nil { try guesses.check() }
    }

    /// Throws if the fields do not hold the client's credentials.
    func checkClient(_ fields: CallFields) throws(APIError) {
        guard let credentials else { return }
        guard let id = fields["client_id"], let secret = fields["client_secret"],
            credentials.match(id, secret)
        else { throw wrongCredentials(APIError(401, "Client not found or invalid secret")) }
    }

    /// Counts wrong credentials, and returns the error.
    func wrongCredentials(_ error: APIError) -> APIError {
        guesses.addFailure()
        return error
    }

    private static let noToken = APIError(
        401, "The request has no valid token; ask for one at /api/oauth/token?_app")
}
