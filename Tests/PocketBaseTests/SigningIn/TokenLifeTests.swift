import Foundation
import LoopbackServer
import Quire
import QuireCore
import QuireHTTP
import QuireRemote
import Synchronization
import Testing
import TransportDoubles

@testable import QuirePocketBase

/// Tokens that expire or are revoked. The server answers lists with such a token as those of a guest, with status 200.
@Suite struct TokenLifeTests {
    private static let once = PocketBaseAuthorization.Settings(retries: .never)

    @Test("An expired token ends the sign-in: no list is read as a guest")
    func expired() async throws {
        let users = try await UsersCollection.make()
        let clock = ManualClock()
        let endpoint = SignInEndpoint(
            baseURL: users.node.url, network: NetworkTransport(), settings: .init(), clock: clock.clock)
        let session = try await endpoint.impersonating(
            users.id, of: users.name, for: .seconds(1), as: users.superuser)
        let authorization = PocketBaseAuthorization(session, endpoint)
        try await Task.sleep(for: .milliseconds(1_100))
        // What the server does with such a token.
        #expect(try await users.count(FixedToken(value: session.token.value)) == 0)
        clock.advance(.seconds(2))
        for _ in 0..<2 {
            #expect(
                await authorizationFailure { _ = try await users.count(authorization) } == .signInEnded)
        }
        #expect(await authorizationFailure { _ = try await authorization.confirm() } == .signInEnded)
        #expect(try await authorization.user == nil)
        try await authorization.signOut()
        #expect(try await users.count(authorization) == 0)
    }

    @Test("A revoked token is noticed by a confirmation, and by the first request after its time")
    func revoked() async throws {
        let users = try await UsersCollection.make()
        let clock = ManualClock()
        let careful = users.authorization(clock: clock.clock)
        let other = users.authorization(clock: clock.clock)
        for authorization in [careful, other] {
            try await authorization.signIn(.password(users.email, users.password), to: users.name)
        }
        try await users.revoke()
        #expect(try await users.count(other) == 0, "the server answers a revoked token as a guest's")
        #expect(await authorizationFailure { _ = try await careful.confirm() } == .signInEnded)
        #expect(await authorizationFailure { _ = try await users.count(careful) } == .signInEnded)
        clock.advance(.seconds(601))
        #expect(await authorizationFailure { _ = try await users.count(other) } == .signInEnded)
    }

    @Test("After a launch, the stored token is confirmed once before its first use")
    func launch() async throws {
        let users = try await UsersCollection.make()
        let store = MemoryTokenStore()
        try await users.authorization(tokens: store)
            .signIn(.password(users.email, users.password), to: users.name)
        let second = users.authorization(tokens: store)
        #expect(try await second.user?.id == users.id)
        #expect(users.refreshes == 0)
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<40 { group.addTask { try await users.count(second) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 40))
        #expect(users.refreshes == 1)
        try await users.revoke()
        for _ in 0..<2 {
            let third = users.authorization(tokens: store)
            #expect(await authorizationFailure { _ = try await users.count(third) } == .signInEnded)
        }
    }

    @Test(
        "A token is refreshed once when a fifth of its life is left, also with a device clock that is years off"
    )
    func old() async throws {
        let users = try await UsersCollection.make(
            .of(["authToken": .of(["duration": .integer(1000)])]))
        let clock = ManualClock()
        let authorization = users.authorization(
            settings: .init(confirmation: .seconds(86_400)), clock: clock.clock)
        try await authorization.signIn(.password(users.email, users.password), to: users.name)
        clock.advance(.seconds(790))
        #expect(try await users.count(authorization) == 1)
        #expect(users.refreshes == 0)
        clock.advance(.seconds(20))
        for _ in 0..<3 { #expect(try await users.count(authorization) == 1) }
        #expect(users.refreshes == 1)
    }

    @Test(
        "A server without the capacity to refresh does not stop a token that was good; an unconfirmed one waits"
    )
    func outage() async throws {
        let body = Self.response(exp: 4_000_000_000)
        let isDown = Switch()
        let transport = ClosureTransport { request in
            if request.url.lastPathComponent == "auth-refresh", isDown.isOn {
                return HTTPResponse(status: 429)
            }
            return HTTPResponse(status: 200, body: Data(body.utf8))
        }
        let store = MemoryTokenStore()
        let clock = ManualClock()
        let url = try #require(URL(string: "http://pocketbase.test"))
        let authorization = PocketBaseAuthorization(
            baseURL: url, tokens: store, settings: Self.once, transport: transport, clock: clock.clock)
        try await authorization.signIn(.password("a", "b"))
        isDown.turnOn()
        clock.advance(.seconds(601))
        let value = try await authorization.authorization(replacing: nil)
        #expect(value != nil)
        #expect(await authorizationFailure { _ = try await authorization.confirm() } == .unavailable)
        let launched = PocketBaseAuthorization(
            baseURL: url, tokens: store, settings: Self.once, transport: transport, clock: clock.clock)
        let failure = await #expect(throws: PocketBaseAuthorizationError.self) {
            _ = try await launched.authorization(replacing: nil)
        }
        #expect(failure?.kind == .unavailable && failure?.isOutage == true)
    }

    @Test("A request that was sent as one user is not sent again as another")
    func identity() async throws {
        let url = try #require(URL(string: "http://pocketbase.test"))
        let number = Counter()
        let transport = ClosureTransport { _ in
            HTTPResponse(status: 200, body: Data(Self.response(exp: 4_000_000_000 + number.next()).utf8))
        }
        let authorization = PocketBaseAuthorization(baseURL: url, transport: transport)
        try await authorization.signIn(.password("a", "b"))
        let first = try #require(try await authorization.authorization(replacing: nil))
        try await authorization.signIn(.password("c", "d"))
        // The same value makes the middleware return the 401.
        #expect(try await authorization.authorization(replacing: first) == first)
        let second = try #require(try await authorization.authorization(replacing: nil))
        let third = try await authorization.authorization(replacing: second)
        #expect(third != second && third != first)
        // A later 401 of the old value uses the new one.
        #expect(try await authorization.authorization(replacing: second) == third)
    }

    @Test(
        "A response without a usable token is an error",
        arguments: [
            "", "[]", #"{"token":"a","record":{}}"#,
            #"{"token":7,"record":{"id":"a","collectionName":"users"}}"#,
            #"{"token":"a\r\nX: y","record":{"id":"a","collectionName":"users"}}"#,
            #"{"token":"","record":{"id":"a","collectionName":"users"}}"#, "<html>Please log in</html>",
        ])
    func hostile(_ body: String) async throws {
        let url = try #require(URL(string: "http://pocketbase.test"))
        let authorization = PocketBaseAuthorization(
            baseURL: url,
            transport: ClosureTransport { _ in HTTPResponse(status: 200, body: Data(body.utf8)) })
        #expect(
            await authorizationFailure { try await authorization.signIn(.password("a", "b")) }
                == .invalidResponse)
        #expect(try await authorization.authorization(replacing: nil) == nil)
    }

    @Test("A refresh that returns another user's token is not used")
    func otherUser() async throws {
        let url = try #require(URL(string: "http://pocketbase.test"))
        let number = Counter()
        let transport = ClosureTransport { _ in
            let user = number.next() == 1 ? "a" : "b"
            return HTTPResponse(
                status: 200, body: Data(Self.response(exp: 4_000_000_000, user: user).utf8))
        }
        let authorization = PocketBaseAuthorization(baseURL: url, transport: transport)
        try await authorization.signIn(.password("a", "b"))
        #expect(await authorizationFailure { _ = try await authorization.confirm() } == .invalidResponse)
        #expect(try await authorization.user?.id == "a")
    }

    @Test("No description, dump or error contains a password or a token, even if the server repeats them")
    func secrecy() async throws {
        let url = try #require(URL(string: "http://pocketbase.test"))
        let transport = ClosureTransport { request in
            let text = String(decoding: request.body ?? Data(), as: UTF8.self).replacing("\"", with: "'")
            return HTTPResponse(status: 400, body: Data(#"{"message":"No: \#(text)","status":400}"#.utf8))
        }
        let authorization = PocketBaseAuthorization(baseURL: url, transport: transport)
        let credentials = PocketBaseCredentials.password("ada@example.com", "s3cret-word")
        var text = ""
        do {
            try await authorization.signIn(credentials, completing: "factor-7")
        } catch {
            text = "\(error) \(error.localizedDescription)"
            dump(error, to: &text)
        }
        #expect(text.contains("No: "))
        let token = try #require(PocketBaseToken("header.claims.signature", now: .now, serverNow: nil))
        for secret in [credentials as Any, authorization, token] {
            text += "\(secret)"
            dump(secret, to: &text)
        }
        for secret in ["s3cret-word", "factor-7", "signature"] { #expect(!text.contains(secret)) }
    }

    private static func response(exp: Int, user: String = "a") -> String {
        let claims = Data(#"{"exp":\#(exp),"refreshable":true}"#.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return #"{"token":"h.\#(claims).s","record":{"id":"\#(user)","collectionName":"users"}}"#
    }
}

/// A switch that tests turn on from anywhere.
final class Switch: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isOn: Bool { lock.withLock { value } }
    func turnOn() { lock.withLock { value = true } }
}

/// A token of a program's own is not sent after its time, because the server would treat the request as a guest's.
@Suite struct UnexpiredTokenTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func header(_ seconds: TimeInterval) -> String {
        let expiry = Int(now.timeIntervalSince1970 + seconds)
        let claims = Data(#"{"collectionId":"pbc_1","exp":\#(expiry)}"#.utf8).base64EncodedString()
        return "Bearer e30.\(claims.replacing("=", with: "")).c2lnbg"
    }

    /// Gives one header after the other, and repeats the last.
    private final class Headers: AuthorizationProvider, Sendable {
        private let left: Mutex<[String?]>

        init(_ headers: [String?]) { left = Mutex(headers) }

        func authorization(replacing rejected: String?) -> String? {
            left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private static func token(_ headers: [String?]) async throws -> String? {
        try await UnexpiredToken(Headers(headers), now: { now }).authorization(replacing: nil)
    }

    @Test("A good token, a guest's none and a text that is no token are passed on")
    func passed() async throws {
        for header in [Self.header(1), nil, "Bearer opaque", "Bearer a.b.c"] {
            #expect(try await Self.token([header]) == header)
        }
    }

    @Test(
        "For an expired token the provider is asked once more; without a better one the request is not sent")
    func expired() async throws {
        let good = Self.header(600)
        #expect(try await Self.token([Self.header(0), good]) == good)
        for rest in [[], [nil], [Self.header(-600)]] as [[String?]] {
            let error = await #expect(throws: PocketBaseAuthorizationError.self) {
                try await Self.token([Self.header(-1)] + rest)
            }
            #expect(error?.kind == .signInEnded && error?.collection == "pbc_1")
        }
    }

    @Test("A token that expires between two requests ends the second")
    func later() async throws {
        let now = Mutex(Self.now)
        let token = UnexpiredToken(Headers([Self.header(10)]), now: { now.withLock { $0 } })
        #expect(try await token.authorization(replacing: nil) == Self.header(10))
        now.withLock { $0.addTimeInterval(10) }
        await #expect(throws: PocketBaseAuthorizationError.self) {
            try await token.authorization(replacing: nil)
        }
    }
}
