#if SQLite
import Foundation
import QuireCore
import QuireStore
import QuireToolbox

/// A server for development: HALO's content API over a store, on this machine.
///
/// ```swift
/// let server = try DevelopmentServer(store: store, schema: ContentSchema.self)
/// try await server.start()
/// let content = ContentClient(engine: HALOEngine(baseURL: server.url))
/// …
/// await server.stop()
/// ```
/// Use it for development and tests, not on the internet. It speaks plain HTTP, and every program that reaches it can
/// read and change everything, unless ``Options/credentials`` are set. Requests from web pages fail, except from those
/// of ``Options/allowedOrigins``.
public final class DevelopmentServer: Sendable {
    private let api: ContentAPI
    private let service: HTTPService

    /// - Parameters:
    ///   - store: The store whose content is served.
    ///   - modules: The modules to serve. Each must be one of the store's.
    ///   - options: Address, limits, credentials, allowed hosts and origins.
    /// - Throws: `ServerError` if modules share a name or an id, or an allowed host or origin is malformed.
    public init(store: Store, modules: [ServedModule], options: Options = Options()) throws {
        let access = try AccessRules(
            host: options.host, allowedHosts: options.allowedHosts, allowedOrigins: options.allowedOrigins,
            hasCredentials: options.credentials != nil)
        let api = ContentAPI(store: store, catalog: try ModuleCatalog(modules), options: options)
        let (faults, mount) = (options.faults, options.mount)
        self.api = api
        service = HTTPService(
            host: options.host, port: options.port, limits: options.limits, access: access, log: options.log
        ) { request in
            if let mount, let response = await mount(request) { return Delivery(response: response) }
            if let permission = access.preflight(request) { return Delivery(response: permission) }
            return await Delivery.make(request, faults?(request)) { await api.respond(to: $0) }
        }
    }

    /// A server for all modules of a schema.
    public convenience init(
        store: Store, schema: any SchemaDescription.Type, options: Options = Options()
    ) throws {
        var options = options
        if options.locales.isEmpty { options.locales = schema.locales }
        try self.init(store: store, modules: schema.modules.map { ServedModule($0) }, options: options)
    }

    /// Starts to listen, and returns when clients can connect.
    ///
    /// - Throws: `ServerError` if the address is not available, or the server was started before.
    public func start() async throws {
        try await api.prepare()
        try service.start()
    }

    /// The port that the server listens at; the port of the options until it is started.
    public var port: Int { service.port }

    /// The URL of the API for clients: `http://127.0.0.1:8080`.
    public var url: URL { service.url }

    /// Stops accepting requests, and returns when the running ones are done.
    ///
    /// Requests that are still running after `limits.stopTime` are cancelled, and their open transactions are rolled
    /// back.
    public func stop() async { await service.stop() }
}

extension ContentAPI {
    init(store: Store, catalog: ModuleCatalog, options: DevelopmentServer.Options) {
        self.init(
            store: store, catalog: catalog, locales: options.locales, credentials: options.credentials,
            tokenLifetime: options.tokenLifetime)
    }
}

extension DevelopmentServer {
    /// The address of a server, and its requirements for clients.
    public struct Options: Sendable {
        /// The port to listen at; 0 means any free port.
        public var port: Int
        /// The address to listen at. Only the default keeps other machines out.
        public var host = "127.0.0.1"
        /// Further names that clients may reach the server by, such as `devbox.local` or `devbox.local:8080`.
        ///
        /// `localhost`, loopback addresses and `host` are always allowed. A request for any other name gets 421,
        /// because an attacker's DNS name can point to this machine.
        public var allowedHosts: [String] = []
        /// Origins of the web pages that may use the server, such as `http://localhost:3000`.
        ///
        /// `*` allows all pages, and cannot be combined with `credentials`. Requests from other pages get 403.
        public var allowedOrigins: [String] = []
        public var limits = HTTPLimits()
        /// The schema's locales, the default one first. A text that a locale lacks is looked for in the others.
        public var locales: [LocaleDescriptor] = []
        /// What clients must sign in with. Without it, the server accepts any token, and none.
        public var credentials: ClientCredentials?
        /// Seconds that a token is valid.
        public var tokenLifetime = 86_400
        /// Called with every request and its response.
        public var log: (@Sendable (ServedExchange) -> Void)?
        /// Responds to requests before the API does; `nil` leaves a request to the API.
        package var mount: (@Sendable (ServedRequest) async -> ServedResponse?)?
        /// How responses fail, for the tests of clients.
        package var faults: (@Sendable (ServedRequest) -> Delivery.Fault?)?

        public init(port: Int = 0) { self.port = port }

        /// Whether only this machine can reach the server.
        package var isLoopback: Bool { Authority(listeningAt: host)?.isLoopback ?? false }
    }
}

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
