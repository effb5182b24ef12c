import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing
import TransportDoubles

/// Logging users in and out.
@Suite("HALO: login", .timeLimit(.minutes(10)))
struct LoginTests {
    private static func loginReply(_ token: String = "plus-1", expiresIn: String = "1478875644666") -> Reply {
        .json(
            #"{"user":{"id":"u1","email":"ada@example.com","name":"Ada","surname":"Lovelace","photoUrl":"http://x/y.png","vip":true},"token":{"access_token":"\#(token)","refresh_token":"r","expires_in":\#(expiresIn),"scope":"app::module::62","token_type":"Bearer"}}"#
        )
    }

    private let ada = HALOLogin.email("ada@example.com", password: "p\"w")

    @Test("A login is sent as the app, and later requests as the user, until the logout")
    func switching() async throws {
        let server = try TokenServer {
            $0.valid = ["Bearer plus-1"]
            $0.login = Self.loginReply()
        }
        defer { server.stop() }
        let halo = server.engine()
        try await halo.call()
        let user = try await halo.logIn(ada, device: "d1")
        #expect(user.name == "Ada")
        #expect(user.json["vip"] == .boolean(true))
        #expect(try await halo.user == user)
        #expect(try await halo.authorization?.mode == .appPlus)
        try await halo.call()
        try await halo.authorized(as: .app).call()
        try await halo.logOut()
        #expect(try await halo.user == nil)
        try await halo.call()
        #expect(
            server.content == ["Bearer token-1", "Bearer plus-1", "Bearer token-1", "Bearer token-1"])
        #expect(
            server.state.withLock { $0.logins } == [
                #"{"email":"ada@example.com","password":"p\"w","deviceId":"d1","network":"halo"}"#
            ])
        #expect(server.tokenRequests == 1)
    }

    @Test(
        "Tokens of other networks can log in",
        arguments: [
            (HALOLogin.facebook(token: "t"), #"{"token":"t","deviceId":"d","network":"facebook"}"#),
            (HALOLogin.google(token: "t"), #"{"token":"t","deviceId":"d","network":"google"}"#),
        ])
    func networks(_ login: HALOLogin, _ body: String) async throws {
        let server = try TokenServer { $0.login = Self.loginReply() }
        defer { server.stop() }
        try await server.engine().logIn(login, device: "d")
        #expect(server.state.withLock { $0.logins } == [body])
    }

    @Test("Wrong credentials throw HALO's error and change nothing")
    func rejected() async throws {
        let server = try TokenServer {
            $0.login = .json(
                #"{"error":{"message":"Credentials are not valid","extra":{},"type":"HaloError"}}"#,
                status: 400)
        }
        defer { server.stop() }
        let halo = server.engine()
        let error = await #expect(throws: HALOError.self) { try await halo.logIn(ada) }
        #expect(error?.status == 400)
        #expect(error?.message == "Credentials are not valid")
        #expect(error?.type == "HaloError")
        #expect(try await halo.authorization?.mode == .app)
        try await halo.call()
        #expect(server.content == ["Bearer token-1"])
        #expect(server.state.withLock { $0.logins.count } == 1)
    }

    @Test(
        "An unusable login response is an error with the position, and nobody is logged in",
        arguments: [
            ("{}", "user"), ("[]", "user"), (#"{"user":{}}"#, "token"), (#"{"user":5,"token":{}}"#, "user"),
            (#"{"user":{},"token":{}}"#, "token.access_token"), ("no", "JSON"),
        ])
    func oddResponses(_ body: String, _ place: String) async throws {
        let server = try TokenServer { $0.login = .json(body) }
        defer { server.stop() }
        let halo = server.engine()
        let error = await #expect(throws: HALOResponseError.self) { try await halo.logIn(ada) }
        #expect(error?.description.contains(place) == true)
        #expect(try await halo.user == nil)
    }

    @Test("A rejected user token causes one new login for all requests, and each is sent twice")
    func loginAgain() async throws {
        let server = try TokenServer { $0.login = Self.loginReply("plus-1") }
        defer { server.stop() }
        let halo = server.engine(connections: 60)
        try await halo.logIn(ada)
        server.state.withLock {
            $0.login = Self.loginReply("plus-2")
            $0.valid.insert("Bearer plus-2")
            $0.held = 60
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 { group.addTask { try await halo.call() } }
            try await group.waitForAll()
        }
        #expect(server.state.withLock { $0.logins.count } == 2)
        let counts = Dictionary(grouping: server.content) { $0 }.mapValues(\.count)
        #expect(counts == ["Bearer plus-1": 60, "Bearer plus-2": 60])
    }

    @Test("A password that is no longer accepted is tried once, not with every request")
    func passwordChanged() async throws {
        let server = try TokenServer { $0.login = Self.loginReply() }
        defer { server.stop() }
        let halo = server.engine()
        try await halo.logIn(ada)
        server.state.withLock {
            $0.login = .json(#"{"error":{"message":"Credentials are not valid"}}"#, status: 400)
        }
        for _ in 0..<3 {
            let error = await #expect(throws: AuthorizationError.self) { try await halo.call() }
            #expect(error?.kind == .loginEnded)
        }
        #expect(server.state.withLock { $0.logins.count } == 2)
        // The app's own token is not affected.
        try await halo.authorized(as: .app).call()
    }

    @Test("A login that is not stored ends with its token")
    func notKept() async throws {
        let server = try TokenServer { $0.login = Self.loginReply() }
        defer { server.stop() }
        let halo = server.engine()
        try await halo.logIn(ada, keeping: .nothing)
        let error = await #expect(throws: AuthorizationError.self) { try await halo.call() }
        #expect(error?.kind == .loginEnded)
        #expect(server.state.withLock { $0.logins.count } == 1)
    }

    @Test(
        "A stored login survives a restart",
        arguments: [(HALOLogin.Keeping.inStore, true), (.inMemory, false), (.nothing, false)])
    func nextStart(_ keeping: HALOLogin.Keeping, _ canLogInAgain: Bool) async throws {
        let server = try TokenServer {
            $0.valid = ["Bearer plus-1"]
            $0.login = Self.loginReply()
        }
        defer { server.stop() }
        let store = MemoryTokenStore()
        try await server.engine(tokens: store).logIn(ada, device: "d7", keeping: keeping)
        let record = try #require(await store.load("\(server.url.origin) app-1d"))
        #expect(String(decoding: record, as: UTF8.self).contains(#"p\"w"#) == canLogInAgain)

        let next = server.engine(tokens: store)
        #expect(try await next.user?.email == "ada@example.com")
        try await next.call()
        #expect(server.content == ["Bearer plus-1"])
        server.state.withLock {
            $0.valid = ["Bearer plus-2"]
            $0.login = Self.loginReply("plus-2")
        }
        if canLogInAgain {
            try await next.call()
            #expect(server.state.withLock { $0.logins.last?.contains(#""deviceId":"d7""#) } == true)
        } else {
            await #expect(throws: AuthorizationError.self) { try await next.call() }
        }
        try await next.logOut()
        #expect(try await server.engine(tokens: store).user == nil)
    }

    @Test("A user's request is never sent again as the app, or as another user")
    func identities() async throws {
        let server = try TokenServer { $0.login = Self.loginReply("plus-1") }
        defer { server.stop() }
        let halo = server.engine()
        let authorization = try #require(halo.authorization)
        try await halo.logIn(ada)
        // A request is in flight as the user; the user logs out, and then its 401 arrives.
        let sent = try #require(try await authorization.authorization(replacing: nil))
        #expect(sent == "Bearer plus-1")
        try await halo.logOut()
        #expect(try await authorization.authorization(replacing: sent) == sent)
        server.state.withLock { $0.login = Self.loginReply("plus-2") }
        try await halo.logIn(.email("bob@example.com", password: "x"))
        #expect(try await authorization.authorization(replacing: sent) == sent)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer plus-2")
        // A request sent as the app is not sent again as a user either.
        #expect(try await authorization.authorization(replacing: "Bearer token-1") == "Bearer token-2")
    }

    @Test("After a change of credentials, requests that wait for a token continue with the new ones")
    func otherCredentials() async throws {
        let gate = Gate()
        let server = try TokenServer(tokenGate: gate)
        defer { server.stop() }
        let halo = server.engine()
        let authorization = try #require(halo.authorization)
        let waiting = Task { try await authorization.authorization(replacing: nil) }
        try await authorization.waitForWaiters(1)
        try await authorization.use(.app(id: "second", secret: "x"))
        gate.open()
        _ = try await waiting.value
        try await halo.call()
        let forms = server.state.withLock { $0.tokenForms }
        #expect(forms.count == 2)
        #expect(forms.last?.hasPrefix("client_id=second&") == true)
        // The first app's token came too late to be used.
        #expect(server.content == ["Bearer token-2"])
        // The same app with another secret also requests a new token.
        try await authorization.use(.app(id: "second", secret: "y"))
        try await halo.call()
        #expect(server.tokenRequests == 3)
    }

    @Test("Another server gets its own token, and never the first one's")
    func otherServer() async throws {
        let first = try TokenServer()
        let second = try TokenServer { $0.issued = 10 }
        defer {
            first.stop()
            second.stop()
        }
        let store = MemoryTokenStore()
        let halo = first.engine(tokens: store)
        try await halo.call()
        let moved = await halo.moved(to: second.url)
        try await moved.call()
        try await moved.moved(to: first.url).call()
        #expect(first.content == ["Bearer token-1", "Bearer token-1"])
        #expect(second.content == ["Bearer token-11"])
        #expect(first.tokenRequests + second.tokenRequests == 2)
        let plain = HALOEngine(
            baseURL: first.url, authorization: BearerToken("t"),
            settings: .init(timeout: .seconds(900), retries: .never))
        await #expect(throws: HALOError.self) { try await plain.moved(to: second.url).call() }
        #expect(second.content == ["Bearer token-11", ""])
    }

    @Test("Registering sends the login and the profile as the app, and logs nobody in")
    func register() async throws {
        let server = try LoopbackServer { request in
            request.path == "/api/oauth/token"
                ? .json(#"{"access_token":"t","expires_in":86400000,"token_type":"Bearer"}"#)
                : .json(#"{"id":"u1","email":"ada@example.com","name":"Ada","surname":null}"#)
        }
        defer { server.stop() }
        let halo = HALOEngine(
            baseURL: server.url, credentials: .app(id: "a", secret: "b"),
            authorizationSettings: .init(timeout: .seconds(900)), settings: .init(timeout: .seconds(900)))
        var profile = HALOProfile(name: "Ada", surname: "Lovelace")
        profile.more = ["age": .integer(36)]
        let user = try await halo.register(ada, profile: profile, device: "d1")
        #expect(user.id == "u1")
        #expect(user.surname == nil)
        let sent = try #require(server.requests.last)
        #expect(sent.method == "POST")
        #expect(sent.target == "/api/segmentation/identified/register")
        #expect(sent["Authorization"] == "Bearer t")
        #expect(
            sent.text
                == #"{"auth":{"email":"ada@example.com","password":"p\"w","deviceId":"d1","network":"halo"},"profile":{"email":"ada@example.com","name":"Ada","surname":"Lovelace","age":36}}"#
        )
        #expect(try await halo.user == nil)
    }
}
