import Foundation
import QuireCore
import QuireHTTP

extension HALOEngine {
    /// Creates an engine that fetches its own tokens.
    ///
    /// ```swift
    /// let halo = HALOEngine(baseURL: url, credentials: .app(id: "…", secret: "…"))
    /// let books = try await ContentClient(engine: halo).fetch(Books.query())
    /// ```
    ///
    /// - Parameters:
    ///   - baseURL: The URL before `/api`, for example `https://halo-db.com`.
    ///   - credentials: The app or the user to sign in as.
    ///   - tokens: The store for tokens and a login. Defaults to memory.
    ///   - authorizationSettings: How tokens are fetched and renewed.
    ///   - settings: Timeouts, retries, limits, and the options of HALO's search.
    ///   - transport: The network, for calls and for tokens.
    ///   - clock: The clock for token expiry.
    ///   - deviceTags: Provides the device's tags for searches that use them (`Query.halo(segmentWithDevice:)`).
    ///   - reportStoreFailure: Receives the store's errors. They do not stop any request.
    public init(
        baseURL: URL, credentials: HALOCredentials, tokens: any TokenStore = MemoryTokenStore(),
        authorizationSettings: HALOAuthorization.Settings = .init(), settings: Settings = Settings(),
        transport: any Transport = NetworkTransport(), clock: TransportClock = .system,
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

    /// The authorization of this engine, or `nil` if it uses a different provider or none.
    public var authorization: HALOAuthorization? {
        switch connection.authorization {
        case let authorization as HALOAuthorization: authorization
        case let acting as ActingAuthorization: acting.authorization
        default: nil
        }
    }

    /// Returns the same engine with all requests in one mode, whoever is logged in.
    ///
    /// ```swift
    /// let published = try await ContentClient(engine: halo.authorized(as: .app)).fetch(Books.query())
    /// ```
    /// Tokens are shared with this engine. A request throws ``AuthorizationError`` with kind `missingCredentials` if
    /// the engine has no credentials for the mode.
    public func authorized(as mode: HALOAuthorization.Mode) -> HALOEngine {
        var copy = self
        copy.connection = connection.authorized(
            by: authorization?.acting(as: mode) ?? NoAuthorization(mode: mode))
        return copy
    }

    /// Returns the same engine for another server, for example production instead of staging. The two share
    /// connections and the token store, but never a token.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the other server.
    ///   - credentials: The credentials for the other server. Defaults to the same ones. An engine with a different
    ///     kind of provider keeps none.
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

    /// The authorization, for calls that require one.
    func managedAuthorization(for mode: HALOAuthorization.Mode) throws -> HALOAuthorization {
        guard let authorization else { throw NoAuthorization(mode: mode).error }
        return authorization
    }
}

/// A placeholder for engines without credentials.
private struct NoAuthorization: AuthorizationProvider {
    let mode: HALOAuthorization.Mode

    var error: AuthorizationError {
        AuthorizationError(
            .missingCredentials, mode, detail: "the engine was made without HALOCredentials")
    }

    func authorization(replacing rejected: String?) async throws -> String? { throw error }
}
