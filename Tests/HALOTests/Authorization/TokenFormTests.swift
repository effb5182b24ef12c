import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

@testable import QuireHALO

/// Tokens in the forms that real servers use.
@Suite("HALO authorization: forms of a token")
struct TokenFormTests {
    private let clock = ManualClock()

    private func authorization(_ script: ScriptedTransport) throws -> HALOAuthorization {
        HALOAuthorization(
            baseURL: try #require(URL(string: "https://halo-db.com")),
            credentials: .app(id: "ID", secret: "SECRET"),
            settings: .init(timeout: .seconds(900), retries: .never),
            transport: script, clock: clock.clock)
    }

    private static let second = ScriptedTransport.Step.status(
        200, [:], #"{"access_token":"b","expires_in":86400000}"#)

    @Test(
        "A token without an expiry is used until a 401, and then renewed",
        arguments: [
            #"{"access_token":"a"}"#, #"{"access_token":"a","expires_in":null}"#,
            #"{"access_token":"a","expires_in":0}"#, #"{"access_token":"a","expires_in":"0"}"#,
            #"{"access_token":"a","expires_in":-1}"#, #"{"access_token":"a","expires_in":1e300}"#,
            #"{"access_token":"a","expires_in":9223372036854775807}"#,
        ])
    func withoutEnd(_ body: String) async throws {
        let script = ScriptedTransport([.status(200, [:], body), Self.second])
        let authorization = try authorization(script)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer a")
        clock.advance(.seconds(10 * 365 * 86_400))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer a")
        #expect(script.requests.count == 1)
        #expect(try await authorization.authorization(replacing: "Bearer a") == "Bearer b")
        #expect(script.requests.count == 2)
    }

    @Test("A byte order mark before an error's JSON does not hide its message")
    func errorWithByteOrderMark() async throws {
        let script = ScriptedTransport([
            .status(401, [:], "\u{FEFF}" + #"{"error":{"message":"Unknown client","type":"HaloError"}}"#)
        ])
        let authorization = try authorization(script)
        let error = await #expect(throws: AuthorizationError.self) {
            try await authorization.authorization(replacing: nil)
        }
        #expect(error?.kind == .rejected)
        #expect(error?.detail == "Unknown client")
    }

    @Test("A byte order mark before a token's JSON is ignored")
    func byteOrderMark() async throws {
        let script = ScriptedTransport([
            .status(200, [:], "\u{FEFF}" + #"{"access_token":"a","expires_in":86400000}"#), Self.second,
        ])
        let authorization = try authorization(script)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer a")
        clock.advance(.seconds(86_400))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer b")
    }

    @Test("A token without an expiry survives a restart")
    func kept() async throws {
        let script = ScriptedTransport([.status(200, [:], #"{"access_token":"a"}"#)])
        let authorization = try authorization(script)
        _ = try await authorization.authorization(replacing: nil)
        let token = try #require(await authorization.slots[.app]?.token)
        var record = TokenRecord()
        record.tokens[.app] = token
        #expect(try TokenRecord(record.data, account: "a").tokens[.app]?.expiresAt == nil)
        #expect(try TokenRecord(record.data, account: "a").tokens[.app]?.header == "Bearer a")
    }

    @Test(
        "expires_in may be a string or have a fraction, and still counts milliseconds",
        arguments: [#""86400000""#, #""86400000.0""#, "86400000.25", "8.64e7"])
    func duration(_ expiry: String) async throws {
        let script = ScriptedTransport([
            .status(200, [:], #"{"access_token":"a","expires_in":\#(expiry)}"#), Self.second,
        ])
        let authorization = try authorization(script)
        _ = try await authorization.authorization(replacing: nil)
        clock.advance(.seconds(86_400 - 61))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer a")
        clock.advance(.seconds(2))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer b")
    }

    @Test(
        "A missing type, or bearer in any case, is sent as Bearer; other types are sent unchanged",
        arguments: [
            ("", "Bearer a"), (#","token_type":null"#, "Bearer a"), (#","token_type":"""#, "Bearer a"),
            (#","token_type":"bearer""#, "Bearer a"), (#","token_type":"BEARER ""#, "Bearer a"),
            (#","token_type":"Token""#, "Token a"),
        ])
    func types(_ member: String, _ header: String) async throws {
        let script = ScriptedTransport([
            .status(200, [:], #"{"access_token":"a","expires_in":1000\#(member)}"#)
        ])
        #expect(try await authorization(script).authorization(replacing: nil) == header)
    }

    @Test(
        "If a refresh token is empty, null or not a string, the credentials are sent instead",
        arguments: [#""""#, "null", "false", "{}"])
    func refreshTokens(_ refresh: String) async throws {
        let script = ScriptedTransport([
            .status(200, [:], #"{"access_token":"a","refresh_token":\#(refresh),"scope":["app",7,{}]}"#),
            Self.second,
        ])
        let authorization = try authorization(script)
        _ = try await authorization.authorization(replacing: nil)
        #expect(await authorization.slots[.app]?.token?.scope == "app 7")
        _ = try await authorization.authorization(replacing: "Bearer a")
        let sent = String(decoding: try #require(script.requests.last?.body), as: UTF8.self)
        #expect(sent.hasSuffix("grant_type=client_credentials"))
    }

    @Test(
        "A rejected token request reports the server's message and which credentials to check",
        arguments: [
            #"{"error":"invalid_client","error_description":"Client not found"}"#,
            #"{"message":"Client not found"}"#, #"{"error":{"message":"Client not found"}}"#,
        ])
    func refusals(_ body: String) async throws {
        let script = ScriptedTransport([.status(401, [:], body)])
        let error = await #expect(throws: AuthorizationError.self) {
            try await authorization(script).authorization(replacing: nil)
        }
        #expect(error?.kind == .rejected)
        #expect(error?.detail == "Client not found")
        #expect(
            error?.description.hasSuffix(
                "Check the app's client id and secret, and that they belong to this server.") == true)
    }

    @Test("The remedy of a rejection names the credentials of the mode")
    func remedies() {
        func text(_ mode: HALOAuthorization.Mode) -> String {
            AuthorizationError(.rejected, mode, status: 401).description
        }
        #expect(text(.app).contains("client id and secret"))
        #expect(text(.user).contains("name and password"))
        #expect(text(.appPlus).contains("email and password"))
    }
}

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
