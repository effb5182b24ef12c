import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing
import TransportDoubles

/// Custom requests of an app: authorized like all others, and sent to this server only.
@Suite("HALO: custom requests", .timeLimit(.minutes(10)))
struct SendingTests {
    private func engine(_ script: ScriptedTransport, _ base: String = "https://halo.example/cms")
        throws -> HALOEngine
    {
        HALOEngine(
            baseURL: try #require(URL(string: base)), authorization: BearerToken("t0ken-x"),
            settings: .init(timeout: .seconds(900), retries: .never), transport: script)
    }

    @Test(
        "A request is sent below the base URL with authorization, query, headers and body, and returns the full response"
    )
    func whole() async throws {
        let script = ScriptedTransport([.status(201, ["ETag": "\"7\""], "made")])
        let response = try await engine(script).send(
            .post, "api/acme-loyalty/points", query: [URLQueryItem(name: "q", value: "a+b c&d")],
            headers: ["X-Version": "2"], body: Data("{}".utf8))
        #expect(response.status == 201)
        #expect(response.headers["etag"] == "\"7\"")
        #expect(response.body == Data("made".utf8))
        let sent = try #require(script.requests.first)
        #expect(sent.method == .post)
        #expect(
            sent.url.absoluteString == "https://halo.example/cms/api/acme-loyalty/points?q=a%2Bb%20c%26d")
        #expect(sent.headers["Authorization"] == "Bearer t0ken-x")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.headers["X-Version"] == "2")
        #expect(sent.body == Data("{}".utf8))
    }

    @Test(
        "A path is plain text, encoded segment by segment",
        arguments: [
            ("a/é b", "a/%C3%A9%20b"), ("/a/b", "a/b"), ("a/b/", "a/b/"), ("a/100%", "a/100%25"),
            ("a/x:y", "a/x%3Ay"), ("a/...", "a/..."), ("a/.well-known", "a/.well-known"),
            ("a/b@c", "a/b%40c"),
            ("[---proxy---]/a", "%5B---proxy---%5D/a"),
        ])
    func encoding(_ path: String, _ sent: String) async throws {
        let script = ScriptedTransport([.status(200)])
        try await engine(script).send(.get, path)
        #expect(script.requests.first?.url.absoluteString == "https://halo.example/cms/\(sent)")
    }

    @Test(
        "A path that could leave the base URL is rejected before sending, and the error does not repeat it",
        arguments: [
            "https://evil.example/x", "HTTPS://evil.example", "//evil.example/x", "///evil.example",
            "javascript:x", "evil.example:80/x", "../x", "a/../../x", "a/..", "..", ".", "./a", "a/./b",
            "%2e%2e/x", "a/%2E%2e/x", "a/.%2e/x", "a/%2f%2fevil.example", "%00", "a\\b", "\\\\evil.example",
            "..\\x",
            "a/..;x/b", "a/.. /b", "a//b", "", "/", "a?b=c", "a#b", "a\r\nX: y", "a\nb", "a\u{0}b",
            "a\u{7F}b",
            "a\u{85}b", "a\u{2028}b", "\thttps://evil.example",
        ])
    func paths(_ path: String) async throws {
        let script = ScriptedTransport([.status(200)])
        let error = await #expect(throws: TransportError.self) {
            try await engine(script).send(.get, path)
        }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.address == "https://halo.example/cms")
        #expect(error?.description.contains("evil") == false)
        #expect(script.requests.isEmpty)
    }

    @Test(
        "Invalid headers and the engine's own headers are rejected before a token request",
        arguments: [
            ("X-A", "a\r\nX-B: c"), ("X-A", "a\nb"), ("X-A\r\nX-B", "c"), ("X A", "b"), ("", "b"),
            ("authorization", "Bearer other"), ("Host", "evil.example"), ("content-length", "0"),
            ("Transfer-Encoding", "chunked"), ("Connection", "close"),
        ])
    func headers(_ name: String, _ value: String) async throws {
        let script = ScriptedTransport([])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example")),
            credentials: .app(id: "i", secret: "s"), transport: script)
        var headers = HTTPHeaders()
        headers.append(name, value)
        let error = await #expect(throws: TransportError.self) {
            try await halo.send(.get, "api/x", headers: headers)
        }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.description.contains("evil") == false)
        #expect(script.requests.isEmpty)
    }

    @Test("An invalid method and a GET with a body are rejected before a token request")
    func methods() async throws {
        let script = ScriptedTransport([])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example")),
            credentials: .app(id: "i", secret: "s"), transport: script)
        await #expect(throws: TransportError.self) { try await halo.send("GET /x HTTP/1.1\r\nA:", "api/x") }
        await #expect(throws: TransportError.self) {
            try await halo.send(.get, "api/x", body: Data("1".utf8))
        }
        #expect(script.requests.isEmpty)
    }

    @Test("A 401 gets a new token and one more try; a second 401 is the response")
    func renewal() async throws {
        func token(_ text: String) -> ScriptedTransport.Step {
            .status(200, [:], #"{"access_token":"\#(text)","expires_in":86400000}"#)
        }
        let script = ScriptedTransport([
            token("one"), .status(401), token("two"), .status(200, [:], "ok"), .status(401), token("three"),
            .status(401, ["Retry-After": "9", "Set-Cookie": "s=1"], #"{"error":{"message":"not three"}}"#),
        ])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example")),
            credentials: .app(id: "i", secret: "s"),
            authorizationSettings: .init(timeout: .seconds(900), retries: .never),
            settings: .init(timeout: .seconds(900), retries: .never), transport: script)
        #expect(try await halo.send(.put, "api/x", body: Data("1".utf8)).body == Data("ok".utf8))
        let error = await #expect(throws: HALOError.self) { try await halo.send(.get, "api/x") }
        #expect(error?.status == 401)
        #expect(error?.message == "not …")
        #expect(error?.headers["Retry-After"] == "9")
        #expect(error.map { "\($0) \($0.headers)" }?.contains("s=1") == false)
        #expect(
            script.requests.filter { $0.url.path == "/api/x" }.map { $0.headers["Authorization"] } == [
                "Bearer one", "Bearer two", "Bearer two", "Bearer three",
            ])
    }

    @Test("Idempotent requests are retried, a POST only if the caller allows it")
    func retries() async throws {
        let policy = RetryPolicy(baseDelay: .milliseconds(1), maximumDelay: .milliseconds(1))
        for (method, isRepeatable, count) in [
            (HTTPRequest.Method.get, nil, 2), (.post, nil, 1), (.post, true, 2), (.get, false, 1),
        ] as [(HTTPRequest.Method, Bool?, Int)] {
            let script = ScriptedTransport([.status(503), .status(200)])
            let halo = HALOEngine(
                baseURL: try #require(URL(string: "https://halo.example")),
                settings: .init(retries: policy), transport: script)
            _ = try? await halo.send(method, "api/x", isRepeatable: isRepeatable)
            #expect(script.requests.count == count)
        }
    }

    @Test("The engine's response size limit, deadline and cancellation apply")
    func bounds() async throws {
        let server = try LoopbackServer { request in
            request.path == "/api/large" ? Reply(text: String(repeating: "x", count: 2000)) : .failing(.hang)
        }
        defer { server.stop() }
        let halo = HALOEngine(
            baseURL: server.url,
            settings: .init(timeout: .milliseconds(300), retries: .never, maximumResponseBytes: 1000))
        let large = await #expect(throws: TransportError.self) { try await halo.send(.get, "api/large") }
        #expect([.responseTooLarge, .timedOut].contains(large?.kind))
        let late = await #expect(throws: TransportError.self) { try await halo.send(.get, "api/hang") }
        #expect(late?.kind == .timedOut)
        let patient = HALOEngine(
            baseURL: server.url, settings: .init(timeout: .seconds(600), retries: .never))
        let task = Task { try await patient.send(.get, "api/hang") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A redirect to another host is not followed, and the token is not sent there")
    func redirects() async throws {
        let other = try LoopbackServer { _ in Reply(text: "caught") }
        defer { other.stop() }
        let target = other.url.absoluteString
        let server = try LoopbackServer { _ in Reply(302, headers: [("Location", target)]) }
        defer { server.stop() }
        let halo = HALOEngine(
            baseURL: server.url, authorization: BearerToken("t"),
            settings: .init(timeout: .seconds(900), retries: .never))
        let error = await #expect(throws: TransportError.self) { try await halo.send(.get, "api/x") }
        #expect(error?.kind == .redirectRefused)
        #expect(other.requests.isEmpty)
    }

    @Test("A fixed token that the server repeats is not in the error")
    func fixedToken() async throws {
        let script = ScriptedTransport([.status(400, [:], #"{"error":{"message":"odd token t0ken-x"}}"#)])
        let error = await #expect(throws: HALOError.self) { try await engine(script).send(.get, "api/x") }
        #expect(error?.description.contains("t0ken-x") == false)
    }
}
