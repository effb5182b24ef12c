#if SQLite
import QuireCore
import QuireStore

/// HALO's content API over a store.
struct ContentAPI: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let authorizer: Authorizer
    let registry = Registry()
    let modules: ModuleCalls
    let tokens: TokenCalls
    let users: UserCalls
    let pockets: PocketCalls
    let devices: DeviceCalls
    let searches: SearchCalls
    let syncs: SyncCalls
    let writes: WriteCalls
    private let clock = ServerClock()

    /// - Parameters:
    ///   - locales: The schema's locales, the default one first.
    ///   - credentials: What clients must sign in with; `nil` accepts any token, and none.
    ///   - tokenLifetime: Seconds that a token is valid.
    init(
        store: Store, catalog: ModuleCatalog, locales: [LocaleDescriptor], credentials: ClientCredentials?,
        tokenLifetime: Int
    ) {
        self.store = store
        self.catalog = catalog
        let formats = InstanceFormats(catalog, locales: locales)
        let issuer = TokenIssuer(lifetime: Int64(tokenLifetime) * 1_000)
        authorizer = Authorizer(credentials: credentials, tokens: issuer)
        modules = ModuleCalls(catalog: catalog, locales: locales, startedAt: TokenIssuer.now)
        tokens = TokenCalls(authorizer: authorizer, registry: registry, lifetime: tokenLifetime)
        users = UserCalls(authorizer: authorizer, registry: registry)
        pockets = PocketCalls(tokens: issuer, registry: registry)
        devices = DeviceCalls(registry: registry)
        searches = SearchCalls(store: store, catalog: catalog, formats: formats)
        syncs = SyncCalls(store: store, catalog: catalog, formats: formats, clock: clock)
        writes = WriteCalls(store: store, catalog: catalog, formats: formats, clock: clock)
    }

    /// Checks that every served module is one of the store's, and resumes the store's clock.
    func prepare() async throws {
        try await clock.resume(store)
        for module in catalog.modules { _ = try await store.count(of: module.name) }
    }
}

extension ContentAPI {
    /// Responds to any request, also to one that fails.
    func respond(to request: ServedRequest) async -> ServedResponse {
        do {
            let route = try Route.find(request.method, request.path)
            try authorizer.checkToken(request, route)
            return try await respond(to: request, at: route)
        } catch {
            return APIError(error).response
        }
    }

    private func respond(to request: ServedRequest, at route: Route) async throws -> ServedResponse {
        switch route {
        case .token: try tokens.token(request)
        case .search: try await searches.search(request)
        case .sync: try await syncs.sync(request)
        case .createInstance: try await writes.create(request)
        case .updateInstance(let id): try await writes.update(id, request)
        case .deleteInstance(let id): try await writes.delete(id, request)
        case .batch: try await writes.batch(request)
        case .modules: try modules.modules(request)
        case .module(let id): try modules.module(id, request)
        case .createDevice: try devices.createDevice(request)
        case .device(let id): try devices.device(id)
        case .updateDevice(let id): try devices.updateDevice(id, request)
        case .login: try users.login(request)
        case .register: try users.register(request)
        case .pocket: try pockets.pocket(request)
        case .savePocket: try pockets.savePocket(request)
        case .version: devices.version()
        }
    }
}
#endif
