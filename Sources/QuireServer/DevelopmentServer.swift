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
/// For development and tests, not for the internet: it speaks plain HTTP, and every program that reaches it may read
/// and change everything, unless ``Options/credentials`` are set. Web pages are kept out, except those of
/// ``Options/allowedOrigins``.
public final class DevelopmentServer: Sendable {
    /// How a server listens, and what it requires of its clients.
    public struct Options: Sendable {
        /// 0 means any free port.
        public var port: Int
        /// The address to listen on. With any address but the default, other machines may be able to reach the server.
        public var host = "127.0.0.1"
        /// Additional host names that clients may use to reach the server, such as `devbox.local` or
        /// `devbox.local:8080`.
        ///
        /// `localhost`, loopback addresses and `host` are always allowed. A request for any other name gets 421,
        /// because an attacker's DNS name can point to this machine.
        public var allowedHosts: [String] = []
        /// Origins of the web pages that may use the server, such as `http://localhost:3000`.
        ///
        /// `*` allows all pages, and cannot be combined with `credentials`. Requests from other pages get 403.
        public var allowedOrigins: [String] = []
        public var limits = HTTPLimits()
        /// The schema's locales, the default one first. They are searched in this order for a text that a locale lacks.
        public var locales: [LocaleDescriptor] = []
        /// The credentials that clients must sign in with. If `nil`, requests need no token, and any token is accepted.
        public var credentials: Credentials?
        /// How many seconds a token is valid.
        public var tokenLifetime = 86_400
        /// Called for each answered request.
        public var log: (@Sendable (ServedExchange) -> Void)?
        /// Simulates failures of responses, for tests of clients.
        package var faults: (@Sendable (ServedRequest) -> Delivery.Fault?)?

        public init(port: Int = 0) { self.port = port }

        /// Whether only this machine can reach the server.
        package var isLoopback: Bool { Authority(listeningAt: host)?.isLoopback ?? false }
    }

    /// An app's id and secret, with which clients request tokens.
    public struct Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        public var clientID: String
        public var clientSecret: String

        public init(clientID: String, clientSecret: String) {
            self.clientID = clientID
            self.clientSecret = clientSecret
        }

        public var description: String { "Credentials(\(clientID))" }
        public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
    }

    private let api: ContentAPI
    private let access: AccessRules
    private let options: Options
    private let state = State()

    /// - Parameters:
    ///   - store: The store with the content.
    ///   - modules: The modules that are served. Each must be one of the store's.
    ///   - options: Address, limits, credentials, allowed hosts and origins.
    /// - Throws: `ServerError` if modules share a name or an id, or an allowed host or origin is malformed.
    public init(store: Store, modules: [ServedModule], options: Options = Options()) throws {
        self.options = options
        access = try AccessRules(
            host: options.host, allowedHosts: options.allowedHosts, allowedOrigins: options.allowedOrigins,
            hasCredentials: options.credentials != nil)
        api = ContentAPI(
            store: store, catalog: try ModuleCatalog(modules), options: options)
    }

    /// A server for all modules of a schema.
    public convenience init(
        store: Store, schema: any SchemaDescription.Type, options: Options = Options()
    ) throws {
        var options = options
        if options.locales.isEmpty { options.locales = schema.locales }
        try self.init(store: store, modules: schema.modules.map { ServedModule($0) }, options: options)
    }

    /// Starts listening. When this returns, the server accepts connections.
    ///
    /// - Throws: `ServerError` if the address is not available, or the server was started before.
    public func start() async throws {
        try await api.prepare()
        let listener = try Listener(host: options.host, port: options.port)
        let faults = options.faults
        let loop: EventLoop
        do {
            loop = try EventLoop(listener, limits: options.limits, access: access, log: options.log) {
                [api, access] request in
                if let permission = access.preflight(request) { return Delivery(answer: permission) }
                return await Delivery.make(request, faults?(request)) { await api.answer($0) }
            }
            try state.begin(loop, port: listener.port)
        } catch {
            listener.socket.close()
            throw error
        }
        loop.start()
    }

    /// The port that the server listens on; before it has started, the port in the options.
    public var port: Int { state.port ?? options.port }

    /// The base URL of the API: `http://127.0.0.1:8080`.
    public var url: URL {
        let host = ["0.0.0.0", "::", "localhost"].contains(options.host) ? "127.0.0.1" : options.host
        let name = host.contains(":") ? "[\(host)]" : host
        return URL(string: "http://\(name):\(port)") ?? URL(fileURLWithPath: "/")
    }

    /// Stops accepting requests, and returns when the running ones have been answered.
    ///
    /// Requests that are still running after `limits.stopTime` are cancelled, and their open transactions are rolled
    /// back.
    public func stop() async { await state.end()?.stop() }

    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var loop: EventLoop?
        private var wasStarted = false
        private var boundPort: Int?

        var port: Int? { lock.withLock { boundPort } }

        func begin(_ loop: EventLoop, port: Int) throws(ServerError) {
            let isFirst = lock.withLock {
                defer { wasStarted = true }
                return !wasStarted
            }
            guard isFirst else {
                throw ServerError(
                    .state, "port \(port)", reason: "this server was started before",
                    advice: "Make another DevelopmentServer.")
            }
            lock.withLock {
                self.loop = loop
                boundPort = port
            }
        }

        func end() -> EventLoop? { lock.withLock { loop } }
    }
}
#endif
