import Foundation
import QuireCore
import QuireHTTP

extension HALOEngine {
    /// An engine that gets its tokens itself.
    ///
    /// ```swift
    /// let halo = HALOEngine(baseURL: url, credentials: .app(id: "…", secret: "…"))
    /// let books = try await ContentClient(engine: halo).fetch(Books.query())
    /// ```
    ///
    /// - Parameters:
    ///   - baseURL: What stands before `/api`, for example `https://halo-db.com`.
    ///   - credentials: The app or the user to sign in as.
    ///   - tokens: Where tokens and a login are kept; in memory unless said otherwise.
    ///   - authorizationSettings: How tokens are fetched and renewed.
    ///   - settings: Timeouts, retries, limits, and the options of HALO's search.
    ///   - transport: The network, for calls and for tokens.
    ///   - clock: Tells when a token ends.
    ///   - deviceTags: Gives the device's tags to each search that asks for them (`Query.segmentWithDevice`).
    ///   - reportStoreFailure: Takes what the store throws; such a failure stops no request.
    public init(
        baseURL: URL, credentials: HALOCredentials, tokens: any TokenStore = MemoryTokenStore(),
        authorizationSettings: HALOAuthorization.Settings = .init(), settings: Settings = Settings(),
        transport: any Transport = URLSessionTransport(), clock: TransportClock = .system,
        deviceTags: (@Sendable () async throws -> [Tag])? = nil,
        reportStoreFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let authorization = HALOAuthorization(
            baseURL: baseURL, credentials: credentials, tokens: tokens, settings: authorizationSettings,
            transport: transport, clock: clock, reportStoreFailure: reportStoreFailure)
        self.init(
            baseURL: baseURL, authorization: authorization, settings: settings, transport: transport,
            deviceTags: deviceTags)
    }

    /// What gives this engine its tokens; `nil` where it was made with a provider of another kind, or none.
    public var authorization: HALOAuthorization? { connection.managedAuthorization }

    /// The same engine, whose requests are always sent in that mode, whoever is logged in.
    ///
    /// ```swift
    /// let published = try await ContentClient(engine: halo.authorized(as: .app)).fetch(Books.query())
    /// ```
    /// Tokens are shared with the engine that it comes from. A request throws ``AuthorizationError`` with kind
    /// `missingCredentials` where the engine has no credentials for the mode.
    public func authorized(as mode: HALOAuthorization.Mode) -> HALOEngine {
        var copy = self
        copy.connection = connection.authorized(
            by: authorization?.acting(as: mode) ?? NoAuthorization(mode: mode))
        return copy
    }

    /// The same engine at another server: production instead of staging, say. It shares the connections and the store of
    /// tokens, never a token.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the other server.
    ///   - credentials: For the other server; the same ones unless said otherwise. An engine that was made with a
    ///     provider of another kind takes none along.
    public func moved(to baseURL: URL, credentials: HALOCredentials? = nil) async -> HALOEngine {
        var copy = self
        guard let authorization else {
            let transport = connection.network
            let provider = credentials.map {
                HALOAuthorization(baseURL: baseURL, credentials: $0, transport: transport)
            }
            copy.connection = connection.authorized(by: provider, at: baseURL)
            return copy
        }
        var provider: any AuthorizationProvider = await authorization.moved(
            to: baseURL, credentials: credentials)
        if let acting = connection.authorization as? ActingAuthorization,
            let authorization = provider as? HALOAuthorization
        {
            provider = authorization.acting(as: acting.mode)
        }
        copy.connection = connection.authorized(by: provider, at: baseURL)
        return copy
    }

    /// The authorization, for calls that cannot do without.
    func managedAuthorization(for mode: HALOAuthorization.Mode) throws -> HALOAuthorization {
        guard let authorization else { throw NoAuthorization(mode: mode).error }
        return authorization
    }
}

/// Stands where an engine without credentials is asked to send in a mode.
private struct NoAuthorization: AuthorizationProvider {
    let mode: HALOAuthorization.Mode

    var error: AuthorizationError {
        AuthorizationError(
            .missingCredentials, mode, detail: "the engine was made without HALOCredentials")
    }

    func authorization(replacing rejected: String?) async throws -> String? { throw error }
}
