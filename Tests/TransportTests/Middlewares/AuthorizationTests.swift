import Foundation
import Quire
import QuireHTTP
import Testing
import TransportDoubles

/// Which requests get the token, and the effect of a 401.
@Suite("Authorization")
struct AuthorizationTests {
    /// Returns the tokens in order; the last one repeats.
    private final class Tokens: AuthorizationProvider, @unchecked Sendable {
        private let lock = NSLock()
        private var values: [String?]
        private var rejected: [String?] = []

        init(_ values: [String?]) { self.values = values }

        var asked: [String?] { lock.withLock { rejected } }

        func authorization(replacing value: String?) async throws -> String? {
            lock.withLock {
                rejected.append(value)
                return values.count > 1 ? values.removeFirst() : values[0]
            }
        }
    }

    private func send(
        _ script: ScriptedTransport, _ tokens: Tokens, to address: String = "http://shop.example/search"
    ) async throws -> HTTPResponse {
        let server = try #require(URL(string: "http://shop.example"))
        let url = try #require(URL(string: address))
        return try await script.wrapped(in: [AuthorizationMiddleware(tokens, for: server)]).send(
            HTTPRequest(.post, url, body: Data("body".utf8)), deadline: .never)
    }

    @Test("Requests to the server carry the value")
    func carries() async throws {
        let script = ScriptedTransport([.status(200)])
        _ = try await send(script, Tokens(["Bearer one"]))
        #expect(script.requests.map { $0.headers["Authorization"] } == ["Bearer one"])
        #expect(BearerToken("two").authorization(replacing: nil) == "Bearer two")
    }

    @Test(
        "Requests to another origin never carry it",
        arguments: [
            "https://shop.example/", "http://shop.example:81/", "http://shop.example.evil/", "http://evil/",
        ])
    func otherOrigin(_ address: String) async throws {
        let script = ScriptedTransport([.status(401)])
        let tokens = Tokens(["Bearer one"])
        #expect(try await send(script, tokens, to: address).status == 401)
        #expect(script.requests.map { $0.headers["Authorization"] } == [nil])
        #expect(tokens.asked.isEmpty)
    }

    @Test("After a 401, a new value is requested and the same request is sent once more")
    func renews() async throws {
        let script = ScriptedTransport([.status(401), .status(200)])
        let tokens = Tokens(["Bearer old", "Bearer new"])
        #expect(try await send(script, tokens).status == 200)
        #expect(script.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
        #expect(script.requests.map(\.body) == [Data("body".utf8), Data("body".utf8)])
        #expect(tokens.asked == [nil, "Bearer old"])
    }

    @Test("A second 401 is the response, without a loop")
    func noLoop() async throws {
        let script = ScriptedTransport([.status(401), .status(401), .status(200)])
        #expect(try await send(script, Tokens(["a", "b", "c"])).status == 401)
        #expect(script.requests.count == 2)
    }

    @Test("A 401 without a new value, or for a request without a value, is the response")
    func nothingElse() async throws {
        let same = ScriptedTransport([.status(401), .status(200)])
        #expect(try await send(same, Tokens(["a"])).status == 401)
        let none = ScriptedTransport([.status(401), .status(200)])
        let tokens = Tokens([nil])
        #expect(try await send(none, tokens).status == 401)
        #expect(tokens.asked == [nil])
        #expect(same.requests.count + none.requests.count == 2)
    }

    @Test("A 403 does not renew the token")
    func forbidden() async throws {
        let script = ScriptedTransport([.status(403), .status(200)])
        #expect(try await send(script, Tokens(["a", "b"])).status == 403)
    }
}

/// Names are case-insensitive, values are ordered.
@Suite("Headers")
struct HeadersTests {
    @Test("Names are case-insensitive, setting replaces every value, nil removes")
    func names() {
        var headers: HTTPHeaders = ["Content-Type": "a", "X": "1"]
        #expect(headers["content-TYPE"] == "a")
        headers.append("x", "2")
        #expect(headers.map(\.value) == ["a", "1", "2"])
        headers["X"] = "3"
        #expect(headers.map(\.value) == ["a", "3"])
        headers["CONTENT-type"] = nil
        #expect(headers.map(\.name) == ["X"])
        // These characters differ from letters by the ASCII case bit.
        headers["a["] = "1"
        #expect(headers["a{"] == nil)
        headers["@b"] = "1"
        #expect(headers["`b"] == nil)
    }
}
