import Foundation
import QuireCore
import QuireHTTP

/// Fetches, stores and renews HALO tokens. All requests that need a renewal share one.
///
/// ```swift
/// let authorization = HALOAuthorization(baseURL: url, credentials: .app(id: "…", secret: "…"))
/// let halo = HALOEngine(baseURL: url, authorization: authorization)
/// // POST …/api/oauth/token?_app
/// // client_id=…&client_secret=…&grant_type=client_credentials
/// ```
/// A token is renewed shortly before it expires, and after a 401. A request is replayed once. If it gets a second 401,
/// that is its response. The app's token is renewed with its refresh token, or with the credentials if the server
/// rejects that. If renewal fails, all waiting callers get the ``AuthorizationError``, and the next request tries
/// again.
public actor HALOAuthorization: AuthorizationProvider, SecretHolder {
    /// The identity with which a request is sent.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The app, by its id and secret.
        case app
        /// The app's logged-in user (HALO: app+).
        case appPlus
        /// A user of the CMS, by name and password.
        case user
    }

    /// Settings for fetching and renewing tokens.
    public struct Settings: Sendable, Hashable {
        /// How long before its expiry a token is renewed. At most half of its lifetime.
        public var margin: Duration
        /// Whether to append `?_app` or `?_user` to the URL of the token endpoint. Some servers want neither.
        public var sendsAuthQuery: Bool
        /// Fields to send along with a user's name and password, for example `["gdpr_consent": "yes"]`.
        public var userFields: [String: String]
        /// The time limit for a token request, including all attempts and waits.
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

    /// The token of one mode and the state of its renewal.
    struct Slot {
        var token: HALOToken?
        /// Whether the server responded to it with 401.
        var isRejected = false
        var renewal: SharedOutcome<String>?
        /// The value that the renewal has issued, while it is being saved. Requests already use it.
        var unsaved: String?
        /// The last failure to renew this value, for requests that were sent with it before.
        var failure: (replaced: String?, error: any Error)?
        /// Recently issued values, newest last.
        var values: [String] = []
    }

    let endpoint: TokenEndpoint
    let store: any TokenStore
    let report: @Sendable (any Error) -> Void
    var credentials: HALOCredentials
    var defaultMode: Mode
    var session: HALOSession?
    var slots: [Mode: Slot] = [:]
    /// Values of former users and credentials. A request that was sent with one is not sent with a different identity.
    var endedValues: [String] = []
    var isLoaded = false
    var loading: SharedOutcome<Void>?
    var lastSave: Task<Void, Never>?

    /// - Parameters:
    ///   - baseURL: The URL before `/api`. Credentials and tokens are sent only to this server.
    ///   - credentials: The app or the user to sign in as.
    ///   - tokens: The token store. Defaults to memory.
    ///   - settings: Timeouts and retries of token requests, and when a token is renewed.
    ///   - transport: The network. Use the engine's transport to share connections.
    ///   - clock: The clock for token expiry.
    ///   - reportStoreFailure: Receives the store's errors (``/QuireHTTP/TokenStoreError``) from any thread. Such an error does
    ///     not stop any request.
    public init(
        baseURL: URL, credentials: HALOCredentials, tokens: any TokenStore = MemoryTokenStore(),
        settings: Settings = Settings(), transport: any Transport = NetworkTransport(),
        clock: TransportClock = .system,
        reportStoreFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        endpoint = TokenEndpoint(baseURL: baseURL, network: transport, settings: settings, clock: clock)
        store = tokens
        report = reportStoreFailure
        self.credentials = credentials
        defaultMode = credentials.mode
    }

    /// The same for another server, with the same store and network, but without the tokens.
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

    /// Returns a provider that always uses one mode, whoever is logged in. It shares the tokens with all others.
    public nonisolated func acting(as mode: Mode) -> any AuthorizationProvider {
        ActingAuthorization(authorization: self, mode: mode)
    }

    /// - Parameter requested: The mode. `nil` uses the current one.
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
                case .waitForNext(let renewal): _ = try await renewal.value(deadline: deadline)
                }
            } catch is DeadlinePassed {
                throw AuthorizationError(.timedOut, mode)
            } catch is IdentityChanged {
                // A request that was not sent yet uses the current identity.
                guard rejected == nil else { throw AuthorizationError(.identityChanged, mode) }
                try Task.checkCancellation()
            }
        }
    }

    private enum Step {
        case use(String)
        case wait(SharedOutcome<String>)
        /// The renewal has issued the rejected value, so another one has to follow.
        case waitForNext(SharedOutcome<String>)
    }

    private func step(as requested: Mode?, replacing rejected: String?) throws -> Step {
        // The value was already replaced, so the 401 is the response.
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
        if let renewal = slot.renewal {
            return slot.unsaved != nil && slot.unsaved == rejected ? .waitForNext(renewal) : .wait(renewal)
        }
        if let rejected, let failure = slot.failure, failure.replaced == rejected { throw failure.error }
        return .wait(startRenewal(of: mode, replacing: rejected))
    }

    /// The mode that a value belongs to.
    private func mode(of value: String) -> Mode? {
        slots.first { $0.value.values.contains(value) }?.key
    }
}

/// Waiting callers must check again, because the user or the credentials have changed.
struct IdentityChanged: Error {}

/// A provider for one mode of an authorization, whichever is current.
struct ActingAuthorization: AuthorizationProvider, SecretHolder {
    let authorization: HALOAuthorization
    let mode: HALOAuthorization.Mode

    var secrets: [String] { get async { await authorization.secrets } }

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
    /// Hides credentials and tokens.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Logging in and out.
extension HALOAuthorization {
    /// The default mode of requests.
    public var mode: Mode {
        get async throws {
            try await load(.never)
            return defaultMode
        }
    }

    /// The logged-in user, or `nil`.
    public var user: HALOUser? {
        get async throws {
            try await load(.never)
            return session?.user
        }
    }

    /// See `HALOEngine.logIn`.
    func logIn(
        _ login: HALOLogin, device: String?, keeping: HALOLogin.Keeping, _ recorders: [ResponseRecorder]
    ) async throws -> HALOUser {
        try await load(.never)
        let before = credentials
        let (user, token) = try await send(login, device: device, recorders)
        guard before == credentials else { throw AuthorizationError(.identityChanged, .appPlus) }
        end(.appPlus)
        session = HALOSession(user: user, device: device, keeping: keeping, login: login)
        install(token, as: .appPlus)
        defaultMode = .appPlus
        await save()
        return user
    }

    /// See `HALOEngine.logOut`.
    func logOut() async throws {
        try await load(.never)
        end(.appPlus)
        session = nil
        defaultMode = credentials.mode
        await save()
    }

    /// Sends a login (E14), as the app.
    func send(
        _ login: HALOLogin, device: String?, _ recorders: [ResponseRecorder] = []
    ) async throws -> (user: HALOUser, token: HALOToken) {
        var json = JSONWriter()
        json.beginObject()
        login.writeMembers(to: &json, device: device)
        json.endObject()
        let call = HALOCall(.post, "segmentation/identified/login", body: Data(json.bytes))
        let response = try ResponseObject(try await send(call, hiding: login.secrets, recorders), to: call)
        return (
            try HALOUser(response.object("user")),
            try HALOToken(response.object("token"), now: endpoint.clock.date())
        )
    }

    /// Sends a call as the app. An error's message does not contain the secrets.
    func send(
        _ call: HALOCall, hiding secrets: [String], _ recorders: [ResponseRecorder]
    ) async throws -> HTTPResponse {
        do {
            var connection = endpoint.connection(acting(as: .app))
            connection.recorders = recorders
            return try await connection.send(call)
        } catch let error as HALOError {
            throw error.hiding(secrets + self.secrets)
        }
    }
}
