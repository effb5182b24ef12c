#if SQLite
import QuireCore

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
#endif
