import Foundation
import Quire
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
