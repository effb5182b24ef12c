import QuireToolbox

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

/// An app's id and secret, which its clients send to get a token.
public struct ClientCredentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    public var clientID: String
    public var clientSecret: String

    public init(clientID: String, clientSecret: String) {
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    public var description: String { "ClientCredentials(\(clientID))" }
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }

    /// Whether both are equal to these. Both are compared even if the first differs, so that the time does not show
    /// which is wrong.
    func match(_ id: String, _ secret: String) -> Bool {
        let isID = clientID.isSameSecret(as: id)
        return clientSecret.isSameSecret(as: secret) && isID
    }
}

extension String {
    /// Whether two secrets have the same bytes. The time of the comparison shows only their lengths.
    func isSameSecret(as other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Limits how many wrong credentials the server checks per minute, so that a secret cannot be guessed.
///
/// Beyond the limit, right credentials fail too: they would end the search. Tokens that were issued stay valid.
final class GuessLimit: Sendable {
    static let most = 60
    /// The length of the period in milliseconds.
    static let period: Int64 = 60_000

    private struct State {
        var count = 0
        var endsAt: Int64 = 0

        /// Whether the period is running. If the clock was set back, the period is over.
        func isRunning(_ now: Int64) -> Bool { now < endsAt && endsAt <= now + GuessLimit.period }
    }

    private let state = Locked(State())

    /// Throws after too many wrong credentials, until the period is over.
    func check(at now: Int64 = TokenIssuer.now) throws(APIError) {
        let state = state.value
        guard state.isRunning(now), state.count >= Self.most else { return }
        let seconds = (state.endsAt - now + 999) / 1_000
        var error = APIError(
            429, "The credentials were not checked: \(Self.most) were wrong. Try again in \(seconds) s.")
        error.headers = [("Retry-After", "\(seconds)")]
        throw error
    }

    /// Counts a wrong login.
    func addFailure(at now: Int64 = TokenIssuer.now) {
        state.withLock { state in
            if !state.isRunning(now) { state = State(endsAt: now + Self.period) }
            state.count += 1
        }
    }
}
