import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

@testable import QuireHALO

/// No credential or token occurs in any printable value.
@Suite("HALO authorization: secrets are never printed")
struct SecrecyTests {
    private static let secrets = [
        "cl1ent-1d-x", "s3cret-x", "us3r-x", "passw0rd-x", "ada-x@example.com", "login-passw0rd-x",
        "acc3ss-x", "refr3sh-x",
        "plus-acc3ss-x",
    ]

    private func shown(_ value: Any) -> String {
        var text = "\(value)\n" + String(reflecting: value)
        dump(value, to: &text)
        if let error = value as? any Error { text += error.localizedDescription }
        return text
    }

    private func expectNoSecret(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
        let text = shown(value)
        for secret in Self.secrets {
            #expect(!text.contains(secret), "\(type(of: value)) shows \(secret)", sourceLocation: location)
        }
    }

    private let credentials = HALOCredentials.app(id: "cl1ent-1d-x", secret: "s3cret-x")
        .and(.user(name: "us3r-x", password: "passw0rd-x"))

    @Test("Credentials, logins, tokens, stores, providers and engines hide their secrets")
    func values() async throws {
        expectNoSecret(credentials)
        expectNoSecret([credentials])
        let login = HALOLogin.email("ada-x@example.com", password: "login-passw0rd-x")
        expectNoSecret(login)
        expectNoSecret(HALOLogin.facebook(token: "acc3ss-x"))
        expectNoSecret(HALODevice.PushToken(platform: "ios", token: "acc3ss-x"))
        let token = HALOToken(
            access: "acc3ss-x", refresh: "refr3sh-x", type: "Bearer", issuedAt: Date(), expiresAt: nil)
        expectNoSecret(token)
        let store = MemoryTokenStore()
        var record = TokenRecord()
        record.tokens[.app] = token
        await store.save(record.data, for: "http://localhost:80 cl1ent-1d-x")
        expectNoSecret(store)
        let url = try #require(URL(string: "http://localhost"))
        let halo = HALOEngine(
            baseURL: url, credentials: credentials, tokens: store, transport: ScriptedTransport([]))
        let authorization = try #require(halo.authorization)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer acc3ss-x")
        expectNoSecret(authorization)
        expectNoSecret(halo)
        expectNoSecret(halo.authorized(as: .user))
        #expect(halo.authorization === halo.authorized(as: .user).authorization)
    }

    @Test("A secret is hidden in every encoding in which it is sent, the longer one first")
    func forms() {
        let text = #"p&w "d" and p%26w%20%22d%22 and p&w \"d\", then longer-secret"#
        #expect(text.hiding([#"p&w "d""#, "secret", "longer-secret", "an"]) == "… and … and …, then …")
    }

    @Test("Errors hide secrets, also if the server repeats its request")
    func errors() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/api/oauth/token", request.text.contains("client_credentials"),
                request.text.contains("s3cret-x")
            {
                return .json(
                    #"{"access_token":"acc3ss-x","refresh_token":"refr3sh-x","expires_in":86400000,"token_type":"Bearer"}"#
                )
            }
            // The secrets it was sent, and those that a client with its token also knows.
            let known = request["Authorization"] == nil ? "" : "passw0rd-x refr3sh-x"
            let said = "Got \(request.text) and \(request["Authorization"] ?? "") \(known)"
            return .json(#"{"error":{"message":\#(JSONValue.string(said)),"type":"HaloError"}}"#, status: 400)
        }
        defer { server.stop() }
        let log = Log()
        let transport = NetworkTransport().wrapped(in: [
            LoggingMiddleware(showsHeaders: true) { log.add($0) }
        ])
        let halo = HALOEngine(
            baseURL: server.url, credentials: credentials,
            authorizationSettings: .init(timeout: .seconds(900), retries: .never),
            transport: transport)
        var errors: [any Error] = []
        func collect(_ body: () async throws -> Void) async {
            do { try await body() } catch { errors.append(error) }
        }
        await collect { try await halo.call() }
        await collect { try await halo.authorized(as: .user).call() }
        await collect {
            try await halo.logIn(.email("ada-x@example.com", password: "login-passw0rd-x"))
        }
        await collect {
            try await halo.register(.email("ada-x@example.com", password: "login-passw0rd-x"))
        }
        let wrong = HALOEngine(
            baseURL: server.url, credentials: .app(id: "cl1ent-1d-x", secret: "passw0rd-x"),
            authorizationSettings: .init(timeout: .seconds(900), retries: .never), transport: transport)
        await collect { try await wrong.call() }
        #expect(errors.count == 5)
        for error in errors { expectNoSecret(error) }
        expectNoSecret(log.lines)
        #expect(log.lines.count >= 5)
    }
}
