import Foundation
import Quire
import QuireHTTP
import Testing
import TransportDoubles

@testable import QuireHALO

/// Token requests and how their responses are read.
@Suite("HALO authorization: token requests")
struct TokenRequestTests {
    private static let token =
        #"{"access_token":"9Fsnv","refresh_token":"RT 1","expires_in":86400000,"scope":"app","token_type":"Bearer"}"#

    private let clock = ManualClock()

    private func authorization(
        _ script: ScriptedTransport, _ credentials: HALOCredentials = .app(id: "ID", secret: "SECRET"),
        _ settings: HALOAuthorization.Settings = .init(timeout: .seconds(900), retries: .never),
        address: String = "https://halo-db.com",
        tokens: any TokenStore = MemoryTokenStore()
    ) throws -> HALOAuthorization {
        HALOAuthorization(
            baseURL: try #require(URL(string: address)), credentials: credentials, tokens: tokens,
            settings: settings, transport: script, clock: clock.clock)
    }

    private func text(_ request: HTTPRequest) -> String {
        String(decoding: request.body ?? Data(), as: UTF8.self)
    }

    @Test(
        "The app's token: keys in order, then the refresh token, and no old token in the headers"
    )
    func app() async throws {
        let script = ScriptedTransport([.status(200, [:], Self.token), .status(200, [:], Self.token)])
        let authorization = try authorization(script)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer 9Fsnv")
        clock.advance(.seconds(86_400))
        _ = try await authorization.authorization(replacing: nil)
        #expect(
            script.requests.map(text) == [
                "client_id=ID&client_secret=SECRET&grant_type=client_credentials",
                "client_id=ID&client_secret=SECRET&grant_type=refresh_token&refresh_token=RT%201",
            ])
        for request in script.requests {
            #expect(request.method == .post)
            #expect(request.url.absoluteString == "https://halo-db.com/api/oauth/token?_app")
            #expect(
                request.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
            #expect(request.headers["Authorization"] == nil)
        }
    }

    @Test("A user's token: Basic header, password grant, never refreshed")
    func user() async throws {
        let script = ScriptedTransport([.status(200, [:], Self.token), .status(200, [:], Self.token)])
        let settings = HALOAuthorization.Settings(
            userFields: ["gdpr_consent": "yes"], timeout: .seconds(900), retries: .never)
        let authorization = try authorization(script, .user(name: "USER", password: "P&W d"), settings)
        #expect(try await authorization.mode == .user)
        _ = try await authorization.authorization(replacing: nil)
        clock.advance(.seconds(90_000))
        _ = try await authorization.authorization(replacing: nil)
        #expect(
            script.requests.map(text)
                == Array(
                    repeating: "gdpr_consent=yes&grant_type=password&password=P%26W%20d&username=USER",
                    count: 2))
        // printf 'USER:P&W d' | base64
        #expect(script.requests[0].headers["Authorization"] == "Basic VVNFUjpQJlcgZA==")
        #expect(script.requests[0].url.query() == "_user")
    }

    @Test("A server with its own path, and one without a suffix")
    func addresses() async throws {
        let script = ScriptedTransport([.status(200, [:], Self.token)])
        let settings = HALOAuthorization.Settings(
            sendsAuthQuery: false, timeout: .seconds(900), retries: .never)
        _ = try await authorization(
            script, .app(id: "a", secret: "b"), settings, address: "http://h.example:81/cms/"
        )
        .authorization(replacing: nil)
        #expect(script.requests[0].url.absoluteString == "http://h.example:81/cms/api/oauth/token")
    }

    @Test(
        "Everything except letters, digits and -._~?/ is percent-encoded in UTF-8",
        arguments: [
            ("a b", "a%20b"), ("a&b=c", "a%26b%3Dc"),
            ("+;,:@$!'()*#[]", "%2B%3B%2C%3A%40%24%21%27%28%29%2A%23%5B%5D"),
            ("?/-._~", "?/-._~"), ("é", "%C3%A9"), ("\u{1F600}", "%F0%9F%98%80"), ("%41", "%2541"),
            ("a\nb", "a%0Ab"),
        ])
    func encoding(_ value: String, _ encoded: String) {
        #expect(String(decoding: FormBody(["k": value]).data, as: UTF8.self) == "k=\(encoded)")
    }

    @Test("A token is renewed before it expires: expires_in counts milliseconds")
    func margin() async throws {
        let script = ScriptedTransport([.status(200, [:], Self.token), .status(200, [:], Self.token)])
        let authorization = try authorization(script)
        _ = try await authorization.authorization(replacing: nil)
        clock.advance(.seconds(86_400 - 61))
        _ = try await authorization.authorization(replacing: nil)
        #expect(script.requests.count == 1)
        clock.advance(.seconds(2))
        _ = try await authorization.authorization(replacing: nil)
        #expect(script.requests.count == 2)
    }

    @Test("A token that lives shorter than the margin is used for half its life")
    func shortLived() async throws {
        let short = Self.token.replacing("86400000", with: "10000")
        let script = ScriptedTransport([.status(200, [:], short), .status(200, [:], short)])
        let authorization = try authorization(script)
        for _ in 0..<5 { _ = try await authorization.authorization(replacing: nil) }
        clock.advance(.seconds(4))
        _ = try await authorization.authorization(replacing: nil)
        #expect(script.requests.count == 1)
        clock.advance(.seconds(2))
        _ = try await authorization.authorization(replacing: nil)
        #expect(script.requests.count == 2)
    }

    @Test("A timestamp instead of a duration is recognised; one in the past is ignored")
    func absolute() async throws {
        // The clock is at 784111777 s after 1970; the timestamps are in milliseconds.
        let later = try #require(Int64("1478875644666"))
        let ahead = Self.token.replacing("86400000", with: "\(later)")
        let script = ScriptedTransport([.status(200, [:], ahead), .status(200, [:], ahead)])
        let authorization = try authorization(script)
        _ = try await authorization.authorization(replacing: nil)
        #expect(
            await authorization.slots[.app]?.token?.expiresAt
                == Date(timeIntervalSince1970: 1_478_875_644.666))
        clock.advance(.seconds(1_478_875_644 - 784_111_777 - 30))
        _ = try await authorization.authorization(replacing: nil)
        // Both clocks agree that it expires in half a minute: it was renewed, and is trusted again.
        #expect(script.requests.count == 2)
        clock.advance(.seconds(1_000_000))
        let past = ScriptedTransport([.status(200, [:], ahead)])
        let other = try self.authorization(past)
        for _ in 0..<3 { _ = try await other.authorization(replacing: nil) }
        clock.advance(.seconds(1_000_000))
        _ = try await other.authorization(replacing: nil)
        #expect(past.requests.count == 1)
    }

    @Test(
        "An unusable token response is a clear error",
        arguments: [
            (#"{}"#, "access_token"), (#"[]"#, "access_token"), (#"null"#, "access_token"), ("", "JSON"),
            ("<html>", "JSON"),
            (#"{"access_token":5,"expires_in":1}"#, "access_token"),
            (#"{"access_token":"","expires_in":1}"#, "access_token"),
            (#"{"access_token":"a\r\nX: y","expires_in":1}"#, "access_token"),
            (#"{"access_token":"é","expires_in":1}"#, "access_token"),
            (#"{"access_token":"a","expires_in":"soon"}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":"0x10"}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":"nan"}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":true}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":[1]}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":{}}"#, "expires_in"),
            (#"{"access_token":"a","expires_in":1e400}"#, "JSON"),
            (#"{"access_token":"a","expires_in":1,"token_type":7}"#, "token_type"),
            (#"{"access_token":"a","expires_in":1,"token_type":"B r"}"#, "token_type"),
            (#"{"access_token":"a","expires_in":1} x"#, "JSON"),
            (String(repeating: "[", count: 100_000), "JSON"),
        ])
    func oddResponses(_ body: String, _ names: String) async throws {
        let script = ScriptedTransport([.status(200, [:], body), .status(200, [:], Self.token)])
        let authorization = try authorization(script)
        let error = await #expect(throws: AuthorizationError.self) {
            try await authorization.authorization(replacing: nil)
        }
        #expect(error?.kind == .invalidResponse)
        #expect(error?.description.contains(names) == true)
        // The next request tries again.
        #expect(try await authorization.authorization(replacing: nil) == "Bearer 9Fsnv")
    }

    @Test("Token type, refresh token and scope may be missing; fractions are accepted")
    func optionalKeys() async throws {
        let script = ScriptedTransport([
            .status(200, [:], #"{"access_token":"a","expires_in":86400000.5,"scope":null,"more":[1]}"#),
            .status(200, [:], Self.token),
        ])
        let authorization = try authorization(script)
        #expect(try await authorization.authorization(replacing: nil) == "Bearer a")
        #expect(try await authorization.authorization(replacing: "Bearer a") == "Bearer 9Fsnv")
        #expect(text(script.requests[1]).hasSuffix("grant_type=client_credentials"))
    }

    @Test(
        "Error responses of the token endpoint map to errors",
        arguments: [
            (400, AuthorizationError.Kind.rejected, false), (401, .rejected, false), (403, .rejected, false),
            (404, .unavailable, true), (408, .unavailable, true), (429, .unavailable, true),
            (500, .unavailable, true),
            (503, .unavailable, true), (302, .unavailable, true),
        ])
    func statuses(_ status: Int, _ kind: AuthorizationError.Kind, _ isRetryable: Bool) async throws {
        let script = ScriptedTransport([.status(status, [:], "no")])
        let authorization = try authorization(script)
        let error = await #expect(throws: AuthorizationError.self) {
            try await authorization.authorization(replacing: nil)
        }
        #expect(error?.kind == kind)
        #expect(error?.status == status)
        #expect(error?.isRetryable == isRetryable)
        #expect(script.requests.count == 1)
    }

    @Test(
        "Without a network, the error contains the network's report, and the content request is not retried"
    )
    func offline() async throws {
        let script = ScriptedTransport([
            .failure(.offline), .status(200, [:], Self.token), .status(200, [:], "[]"),
        ])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "https://halo-db.com")),
            credentials: .app(id: "ID", secret: "SECRET"),
            authorizationSettings: .init(timeout: .seconds(900), retries: .never), transport: script,
            clock: clock.clock)
        let error = await #expect(throws: AuthorizationError.self) { try await halo.call() }
        #expect(error?.kind == .unavailable)
        #expect(error?.description.contains("no network") == true)
        #expect(script.requests.count == 1)
        try await halo.call()
        #expect(script.requests.count == 3)
    }

    @Test("A token request is retried after a 503, like any safe request")
    func retries() async throws {
        let script = ScriptedTransport([
            .status(503), .failure(.connectionLost), .status(200, [:], Self.token),
        ])
        let policy = RetryPolicy(baseDelay: .milliseconds(1), maximumDelay: .milliseconds(1))
        let authorization = try authorization(script, .app(id: "ID", secret: "S"), .init(retries: policy))
        #expect(try await authorization.authorization(replacing: nil) == "Bearer 9Fsnv")
        #expect(script.requests.count == 3)
    }

    @Test("A refresh token is sent again only if the server did not reject it")
    func refreshTokenIsForgotten() async throws {
        let script = ScriptedTransport([
            .status(200, [:], Self.token), .status(401), .status(503), .status(200, [:], Self.token),
        ])
        let authorization = try authorization(script)
        let first = try await authorization.authorization(replacing: nil)
        await #expect(throws: AuthorizationError.self) {
            try await authorization.authorization(replacing: first)
        }
        _ = try await authorization.authorization(replacing: nil)
        let grants = script.requests.map { text($0).contains("refresh_token") }
        #expect(grants == [false, true, false, false])
    }

    @Test("Without credentials for a mode, nothing is sent")
    func missingCredentials() async throws {
        let script = ScriptedTransport([])
        let authorization = try authorization(script)
        let asUser = await #expect(throws: AuthorizationError.self) {
            try await authorization.acting(as: .user).authorization(replacing: nil)
        }
        #expect(asUser?.kind == .missingCredentials)
        #expect(asUser?.mode == .user)
        let asPlus = await #expect(throws: AuthorizationError.self) {
            try await authorization.acting(as: .appPlus).authorization(replacing: nil)
        }
        #expect(asPlus?.kind == .notLoggedIn)
        let bearer = HALOEngine(
            baseURL: try #require(URL(string: "https://halo-db.com")), authorization: BearerToken("t"),
            transport: script)
        let fixed = await #expect(throws: AuthorizationError.self) {
            try await bearer.authorized(as: .app).call()
        }
        #expect(fixed?.kind == .missingCredentials)
        #expect(script.requests.isEmpty)
    }
}
