public import Foundation
import QuireHTTP
import QuireToolbox

/// Signs in to a PocketBase server, and keeps and refreshes the token. All requests that need a refresh share one.
///
/// ```swift
/// let authorization = PocketBaseAuthorization(baseURL: url, tokens: FileTokenStore(at: file))
/// let engine = PocketBaseEngine(baseURL: url, authorization: authorization)
/// try await authorization.signIn(.password("ada@example.com", "…"))
/// // POST /api/collections/users/auth-with-password
/// ```
/// Until somebody signs in, requests are sent as a guest. After that, no request is sent as a guest by accident:
/// With an expired or revoked token, PocketBase returns the guest's list: fewer items, and status 200.
/// A token is therefore confirmed by a refresh before its first use after a launch, when little of its life is left,
/// after `Settings.confirmation`, and after a 401. If the server rejects it, requests throw
/// ``PocketBaseAuthorizationError`` with kind `signInEnded` until somebody signs in or out.
public actor PocketBaseAuthorization: AuthorizationProvider {
    /// The collection of those whom no rule restricts. For tools and servers, never for an app.
    public static let superusers = "_superusers"

    /// When a token is refreshed, and the limits of the calls for it.
    public struct Settings: Sendable, Hashable {
        /// The share of a token's life, from 0 to 1, below which it is refreshed.
        public var remainingLife: Double
        /// How long a token is trusted without asking the server, so how long a revoked token may go unnoticed.
        public var confirmation: Duration
        /// The time for one call, including all attempts and waits.
        public var timeout: Duration
        public var retries: RetryPolicy

        public init(
            remainingLife: Double = 0.2, confirmation: Duration = .seconds(600),
            timeout: Duration = .seconds(30), retries: RetryPolicy = RetryPolicy()
        ) {
            self.remainingLife = remainingLife
            self.confirmation = confirmation
            self.timeout = timeout
            self.retries = retries
        }
    }

    /// A user and the token.
    struct Session: Sendable {
        var token: PocketBaseToken
        var user: PocketBaseUser
        /// When the server last confirmed the token to this process.
        var confirmedAt: ContinuousClock.Instant?
    }

    enum State {
        case guest
        case signedIn(Session)
        case ended(PocketBaseAuthorizationError)
    }

    /// A refresh in progress.
    struct Refresh {
        let number: Int
        let outcome = SharedOutcome<Session>()
    }

    let endpoint: SignInEndpoint
    let store: any TokenStore
    let report: @Sendable (any Error) -> Void
    let changes = Broadcast<PocketBaseUser?>(kept: 1)
    var state = State.guest
    /// The latest values of the current user's tokens.
    var issued: [String] = []
    var refresh: Refresh?
    var refreshCount = 0
    /// When a refresh may be tried again, after a failure that leaves the token usable.
    var nextAttempt: ContinuousClock.Instant?
    /// Counts sign-ins and sign-outs.
    var identity = 0
    var isLoaded = false
    var loading: SharedOutcome<Void>?
    var lastSave: Task<Void, Never>?

    /// - Parameters:
    ///   - baseURL: The URL before `/api`. Credentials and tokens are sent only to this server.
    ///   - tokens: The token store. Defaults to memory.
    ///   - settings: When a token is refreshed, timeouts and retries.
    ///   - transport: The network. Use the engine's transport to share connections.
    ///   - clock: The clock for token expiry.
    ///   - reportStoreFailure: Receives the store's errors (`TokenStoreError`) from any thread. Such an error does not
    ///     stop any request.
    public init(
        baseURL: URL, tokens: any TokenStore = MemoryTokenStore(), settings: Settings = Settings(),
        transport: any Transport = NetworkTransport(), clock: TransportClock = .system,
        reportStoreFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        endpoint = SignInEndpoint(baseURL: baseURL, network: transport, settings: settings, clock: clock)
        store = tokens
        report = reportStoreFailure
    }

    /// An authorization that lasts as long as the process, with a session to begin with.
    init(_ session: Session, _ endpoint: SignInEndpoint) {
        self.endpoint = endpoint
        store = MemoryTokenStore()
        report = { _ in }
        state = .signedIn(session)
        issued = [session.token.value]
        isLoaded = true
    }

    // MARK: - For requests

    public nonisolated func authorization(replacing rejected: String?) async throws -> String? {
        try await authorization(replacing: rejected, deadline: .never)
    }

    public func authorization(replacing rejected: String?, deadline: Deadline) async throws -> String? {
        while true {
            do {
                try await load(deadline)
                switch try step(replacing: rejected) {
                case .use(let value): return value
                case .wait(let refresh):
                    return try await refresh.outcome.value(deadline: deadline).token.value
                }
            } catch is DeadlinePassed {
                throw PocketBaseAuthorizationError(.timedOut, collection)
            } catch is IdentityChanged {
                // A request that was not sent yet uses the current user.
                guard rejected == nil else {
                    throw PocketBaseAuthorizationError(.identityChanged, collection)
                }
                try Task.checkCancellation()
            } catch let error as PocketBaseAuthorizationError {
                guard error.kind == .unavailable, rejected == nil, case .signedIn(let session) = state,
                    isUsable(session)
                else { throw error }
                return session.token.value
            }
        }
    }

    private enum Step {
        case use(String?)
        case wait(Refresh)
    }

    private func step(replacing rejected: String?) throws -> Step {
        // The request was sent as somebody else, so its 401 is the response.
        if let rejected, !issued.contains(rejected) { return .use(rejected) }
        switch state {
        case .guest: return .use(nil)
        case .ended(let error): throw error
        case .signedIn(let session):
            let isCurrent = rejected == nil ? !needsRefresh(session) : rejected != session.token.value
            return isCurrent ? .use(session.token.value) : .wait(refresh ?? startRefresh(of: session))
        }
    }

    private func needsRefresh(_ session: Session) -> Bool {
        let now = endpoint.clock.now()
        if isUsable(session), let nextAttempt, now < nextAttempt { return false }
        guard let confirmedAt = session.confirmedAt, now - confirmedAt < endpoint.settings.confirmation
        else { return true }
        let date = endpoint.clock.date()
        return session.token.isExpired(at: date)
            || session.token.isRefreshable
                && session.token.isOld(at: date, share: endpoint.settings.remainingLife)
    }

    /// Whether a token that could not be refreshed just now may be used: it was good, and has not expired.
    private func isUsable(_ session: Session) -> Bool {
        session.confirmedAt != nil && !session.token.isExpired(at: endpoint.clock.date())
    }

    /// The collection of the current or former user, for errors.
    var collection: String {
        switch state {
        case .guest: "users"
        case .signedIn(let session): session.user.collection
        case .ended(let error): error.collection
        }
    }
}

/// Waiting callers must check again, because somebody else has signed in or out.
struct IdentityChanged: Error {}

extension PocketBaseAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public nonisolated var description: String { "PocketBaseAuthorization(\(endpoint.baseURL.printable))" }
    public nonisolated var debugDescription: String { description }
    /// Hides the token.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Refreshes the token: once for all callers that wait for it.
extension PocketBaseAuthorization {
    /// Asks the server whether the user is still signed in, and extends the token.
    ///
    /// ```swift
    /// let user = try await authorization.confirm()
    /// // POST /api/collections/users/auth-refresh
    /// ```
    /// This is the only way to know whether a token is good. A sync calls it before it believes that items are gone. The
    /// server is asked after the call, even if another refresh is already in progress.
    ///
    /// - Throws: ``PocketBaseAuthorizationError``: `notSignedIn`; `signInEnded` if the server rejects the token;
    ///   `identityChanged` if somebody signs in or out meanwhile; `unavailable`. `CancellationError`.
    @discardableResult
    public func confirm() async throws -> PocketBaseUser {
        let last = refreshCount
        do {
            try await load(.never)
            while true {
                let session: Session
                switch state {
                case .guest: throw PocketBaseAuthorizationError(.notSignedIn, collection)
                case .ended(let error): throw error
                case .signedIn(let current): session = current
                }
                let refresh = refresh ?? startRefresh(of: session)
                if refresh.number > last { return try await refresh.outcome.value().user }
                // Its response may be older than this call.
                do {
                    _ = try await refresh.outcome.value()
                } catch let error as PocketBaseAuthorizationError where error.kind != .signInEnded {}
            }
        } catch is IdentityChanged {
            throw PocketBaseAuthorizationError(.identityChanged, collection)
        }
    }

    /// Starts a refresh that continues even if its callers leave.
    func startRefresh(of session: Session) -> Refresh {
        refreshCount += 1
        let refresh = Refresh(number: refreshCount)
        self.refresh = refresh
        Task.detached { await self.run(refresh, of: session) }
        return refresh
    }

    private func run(_ refresh: Refresh, of session: Session) async {
        let result: Result<Session, any Error>
        do {
            result = .success(try await endpoint.refreshed(session))
        } catch {
            result = .failure(error)
        }
        // The user changed meanwhile, so nobody needs the token any more.
        guard self.refresh?.number == refresh.number else { return }
        switch result {
        case .success(let new):
            state = .signedIn(new)
            issued = (issued + [new.token.value]).suffix(8)
            nextAttempt = nil
            if new.user != session.user { changes.send(new.user) }
            await save()
            // Saving may have taken long enough for another user to sign in.
            guard self.refresh?.number == refresh.number else { return }
        case .failure(let error as PocketBaseAuthorizationError) where error.kind == .signInEnded:
            // The store keeps the token: after a launch, requests must not be sent as a guest either.
            state = .ended(error)
            changes.send(nil)
        case .failure(let error as PocketBaseAuthorizationError) where error.kind == .unavailable:
            nextAttempt = endpoint.clock.now() + .seconds(10)
        case .failure: break
        }
        self.refresh = nil
        refresh.outcome.finish(result)
    }
}
