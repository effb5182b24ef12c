import Foundation

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
    ///   - tokens: Where tokens and a login are kept; in memory unless said otherwise.
    ///   - transport: The network, for calls and for tokens.
    ///   - reportStoreFailure: Takes what the store throws; such a failure stops no request.
    public init(
        baseURL: URL, credentials: HALOCredentials, tokens: any TokenStore = MemoryTokenStore(),
        authorizationSettings: HALOAuthorization.Settings = .init(), settings: Settings = Settings(),
        transport: any Transport = URLSessionTransport(), clock: TransportClock = .system,
        reportStoreFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let authorization = HALOAuthorization(
            baseURL: baseURL, credentials: credentials, tokens: tokens, settings: authorizationSettings,
            transport: transport, clock: clock, reportStoreFailure: reportStoreFailure)
        self.init(
            baseURL: baseURL, authorization: authorization, settings: settings, transport: transport)
    }
}
