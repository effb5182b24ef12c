import Foundation
import QuireHTTP

/// Gets tokens from HALO, keeps them, and renews them: one renewal at a time, shared by all requests that need it.
///
/// ```swift
/// let authorization = HALOAuthorization(baseURL: url, credentials: .app(id: "…", secret: "…"))
/// let halo = HALOEngine(baseURL: url, authorization: authorization)
/// // POST …/api/oauth/token?_app
/// // client_id=…&client_secret=…&grant_type=client_credentials
/// ```
/// A token is renewed shortly before it ends, and after a 401. A request is replayed once; a second 401 is its answer.
/// The app's token is renewed with its refresh token, and with the credentials where the server rejects that. Where
/// renewing fails, all who wait get the ``AuthorizationError``; the next request tries again.
public actor HALOAuthorization: AuthorizationProvider {
    /// As whom a request is sent.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The app, by its id and secret.
        case app
        /// The user of the app who is logged in (HALO: app+).
        case appPlus
        /// A user of the CMS, by name and password.
        case user
    }

    /// How tokens are asked for and when they are renewed.
    public struct Settings: Sendable, Hashable {
        /// A token is renewed so long before it ends; at most half its life before.
        public var margin: Duration
        /// Writes `?_app` or `?_user` behind the address of the token endpoint; some servers want neither.
        public var sendsAuthQuery: Bool
        /// Sent beside a user's name and password, for example `["gdpr_consent": "yes"]`.
        public var userFields: [String: String]
        /// For one request for a token, with all its attempts and waits.
        public var timeout: Duration
        public var retries: RetryPolicy

        public init(
            margin: Duration = .seconds(60), sendsAuthQuery: Bool = true, userFields: [String: String] = [:],
            timeout: Duration = .seconds(30), retries: RetryPolicy = RetryPolicy()
        ) {
            self.margin = margin
            self.sendsAuthQuery = sendsAuthQuery
            self.userFields = userFields
            self.timeout = timeout
            self.retries = retries
        }
    }

    /// The token of one mode, and what is being done about it.
    struct Slot {
        var token: HALOToken?
        /// The server answered 401 to it.
        var isRejected = false
        var renewal: SharedOutcome<String>?
        /// What renewing this value last came to; for requests that were sent with it before.
        var failure: (replaced: String?, error: any Error)?
        /// Values given out lately, the newest last.
        var values: [String] = []
    }

    let endpoint: TokenEndpoint
    let store: any TokenStore
    let report: @Sendable (any Error) -> Void
    var credentials: HALOCredentials
    var defaultMode: Mode
    var session: HALOSession?
    var slots: [Mode: Slot] = [:]
    /// Values of users and credentials that are gone: a request that was sent with one is not sent as another.
    var endedValues: [String] = []
    var isLoaded = false
    var loading: SharedOutcome<Void>?
    var lastSave: Task<Void, Never>?

    /// - Parameters:
    ///   - baseURL: What stands before `/api`. Credentials and tokens go to this server only.
    ///   - credentials: The app or the user to sign in as.
    ///   - tokens: Where tokens are kept; in memory unless said otherwise.
    ///   - settings: Timeouts and retries of token requests, and when a token is renewed.
    ///   - transport: The network; the engine's own, so that connections are shared.
    ///   - clock: Tells when a token ends.
    ///   - reportStoreFailure: Takes what the store throws (``TokenStoreError``), from any thread. Such a failure stops
    ///     no request.
    public init(
        baseURL: URL, credentials: HALOCredentials, tokens: any TokenStore = MemoryTokenStore(),
        settings: Settings = Settings(), transport: any Transport = URLSessionTransport(),
        clock: TransportClock = .system,
        reportStoreFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        endpoint = TokenEndpoint(baseURL: baseURL, network: transport, settings: settings, clock: clock)
        store = tokens
        report = reportStoreFailure
        self.credentials = credentials
        defaultMode = credentials.mode
    }

    /// The same for another server, with the same store and network, and none of the tokens.
    func moved(to baseURL: URL, credentials: HALOCredentials?) -> HALOAuthorization {
        HALOAuthorization(
            baseURL: baseURL, credentials: credentials ?? self.credentials, tokens: store,
            settings: endpoint.settings, transport: endpoint.network, clock: endpoint.clock,
            reportStoreFailure: report)
    }

    // MARK: - For requests

    public nonisolated func authorization(replacing rejected: String?) async throws -> String? {
        try await authorization(replacing: rejected, deadline: .never)
    }

    public nonisolated func authorization(replacing rejected: String?, deadline: Deadline) async throws
        -> String?
    {
        try await authorization(as: nil, replacing: rejected, deadline: deadline)
    }

    /// A provider that always sends as that mode, whoever is logged in. It shares the tokens with all others.
    public nonisolated func acting(as mode: Mode) -> any AuthorizationProvider {
        ActingAuthorization(authorization: self, mode: mode)
    }

    /// - Parameter requested: `nil` for the mode that holds at the moment.
    func authorization(as requested: Mode?, replacing rejected: String?, deadline: Deadline) async throws
        -> String
    {
        while true {
            let mode = requested ?? rejected.flatMap(mode(of:)) ?? defaultMode
            do {
                try await load(deadline)
                switch try step(as: requested, replacing: rejected) {
                case .use(let value): return value
                case .wait(let renewal): return try await renewal.value(deadline: deadline)
                }
            } catch is DeadlinePassed {
                throw AuthorizationError(.timedOut, mode)
            } catch is IdentityChanged {
                // A request that has not been sent yet goes as whoever it is now.
                guard rejected == nil else { throw AuthorizationError(.identityChanged, mode) }
                try Task.checkCancellation()
            }
        }
    }

    private enum Step {
        case use(String)
        case wait(SharedOutcome<String>)
    }

    private func step(as requested: Mode?, replacing rejected: String?) throws -> Step {
        // The same value again: the 401 is the answer.
        if let rejected, endedValues.contains(rejected) { return .use(rejected) }
        let mode = requested ?? rejected.flatMap(mode(of:)) ?? defaultMode
        var slot = slots[mode] ?? Slot()
        if let token = slot.token {
            if token.header == rejected {
                slot.isRejected = true
                slots[mode] = slot
            } else if !slot.isRejected,
                rejected != nil
                    || !token.needsRenewal(at: endpoint.clock.date(), margin: endpoint.settings.margin)
            {
                return .use(token.header)
            }
        }
        if let renewal = slot.renewal { return .wait(renewal) }
        if let rejected, let failure = slot.failure, failure.replaced == rejected { throw failure.error }
        return .wait(startRenewal(of: mode, replacing: rejected))
    }

    /// Whose value it is.
    private func mode(of value: String) -> Mode? {
        slots.first { $0.value.values.contains(value) }?.key
    }
}

/// Whoever waited is to look again: user or credentials are others now.
struct IdentityChanged: Error {}

/// One mode of an authorization, whichever holds at the moment.
struct ActingAuthorization: AuthorizationProvider {
    let authorization: HALOAuthorization
    let mode: HALOAuthorization.Mode

    func authorization(replacing rejected: String?) async throws -> String? {
        try await authorization(replacing: rejected, deadline: .never)
    }

    func authorization(replacing rejected: String?, deadline: Deadline) async throws -> String? {
        try await authorization.authorization(as: mode, replacing: rejected, deadline: deadline)
    }
}

extension HALOAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public nonisolated var description: String { "HALOAuthorization(\(endpoint.baseURL.printable))" }
    public nonisolated var debugDescription: String { description }
    /// Shows nothing of credentials and tokens.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
