import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import TransportDoubles

@testable import QuireHALO

/// A HALO server that issues tokens, and returns content only for valid ones.
final class TokenServer: Sendable {
    struct State {
        var valid: Set<String> = []
        var issued = 0
        /// The token endpoint's reply instead of a token, by grant.
        var refusals: [String: Reply] = [:]
        var expiresIn = "86400000"
        /// Whether the issued tokens are valid.
        var givesValidTokens = true
        var tokenForms: [String] = []
        var tokenTargets: [String] = []
        var tokenAuthorizations: [String?] = []
        /// The `Authorization` values of all content requests.
        var content: [String] = []
        /// Content requests wait until this many have arrived.
        var held = 0
        /// The reply to `login`.
        var login: Reply?
        var logins: [String] = []
    }

    /// The state, and the tasks that wait for it to change.
    final class Shared: @unchecked Sendable {
        private let condition = NSCondition()
        private var state = State()

        func withLock<Value>(_ body: (inout State) -> Value) -> Value {
            condition.lock()
            defer {
                condition.broadcast()
                condition.unlock()
            }
            return body(&state)
        }

        func wait(until isMet: (State) -> Bool) {
            condition.lock()
            while !isMet(state) { condition.wait() }
            condition.unlock()
        }
    }

    let state = Shared()
    private let server: LoopbackServer

    var url: URL { server.url }
    var tokenRequests: Int { state.withLock { $0.tokenForms.count } }
    var content: [String] { state.withLock { $0.content } }

    init(tokenGate: Gate? = nil, _ setUp: (inout State) -> Void = { _ in }) throws {
        let state = state
        state.withLock { setUp(&$0) }
        server = try LoopbackServer(records: false) { request in
            switch request.path {
            case "/api/oauth/token":
                let reply = Self.token(request, state)
                tokenGate?.wait()
                return reply
            case "/api/segmentation/identified/login":
                return state.withLock {
                    $0.logins.append(request.text)
                    return $0.login ?? .json("{}", status: 500)
                }
            default: return Self.content(request, state)
            }
        }
    }

    func stop() { server.stop() }

    /// An engine that starts with a token that the server does not know.
    func engine(
        tokens: any TokenStore = MemoryTokenStore(),
        settings: HALOAuthorization.Settings = .init(timeout: .seconds(900), retries: .never),
        connections: Int = 32
    ) -> HALOEngine {
        HALOEngine(
            baseURL: url, credentials: .app(id: "app-1d", secret: "s3cret&more"), tokens: tokens,
            authorizationSettings: settings, settings: .init(timeout: .seconds(900), retries: .never),
            transport: NetworkTransport(.init(maximumConnections: connections)))
    }

    private static func token(_ request: ReceivedRequest, _ state: Shared) -> Reply {
        state.withLock { state in
            state.tokenForms.append(request.text)
            state.tokenTargets.append(request.target)
            state.tokenAuthorizations.append(request["Authorization"])
            for (grant, reply) in state.refusals where request.text.contains("grant_type=\(grant)") {
                return reply
            }
            state.issued += 1
            let token = "token-\(state.issued)"
            if state.givesValidTokens { state.valid.insert("Bearer " + token) }
            return .json(
                #"{"access_token":"\#(token)","refresh_token":"refresh-\#(state.issued)","expires_in":\#(state.expiresIn),"scope":"app","token_type":"Bearer"}"#
            )
        }
    }

    private static func content(_ request: ReceivedRequest, _ state: Shared) -> Reply {
        let value = request["Authorization"] ?? ""
        state.withLock { $0.content.append(value) }
        state.wait { $0.content.count >= $0.held }
        guard state.withLock({ $0.valid.contains(value) }) else {
            return .json(
                #"{"error":{"message":"Unauthorized","extra":{},"type":"HaloError"}}"#, status: 401)
        }
        return .json("[]")
    }
}

extension HALOEngine {
    /// Any call that needs a token.
    func call() async throws {
        _ = try await connection.send(HALOCall(.get, "generalcontent/module"))
    }
}

/// The error of a token for the app.
func authorizationError(_ kind: AuthorizationError.Kind) -> AuthorizationError {
    AuthorizationError(kind, .app)
}

/// A store that starts with a token.
func storeHolding(
    _ access: String, refresh: String? = "refresh-0", expiresIn seconds: Double = 86_400, for url: URL,
    now: Date = Date()
) async throws -> MemoryTokenStore {
    var record = TokenRecord()
    record.tokens[.app] = HALOToken(
        access: access, refresh: refresh, type: "Bearer", scope: nil,
        issuedAt: now.addingTimeInterval(-86_400),
        expiresAt: now.addingTimeInterval(seconds))
    let store = MemoryTokenStore()
    await store.save(record.data, for: "\(url.origin) app-1d")
    return store
}
