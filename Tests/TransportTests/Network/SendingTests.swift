import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing

/// Requests as sent, and complete responses.
@Suite("Sending")
struct SendingTests {
    private func server(_ respond: @escaping @Sendable (ReceivedRequest) -> Reply) throws -> LoopbackServer {
        try LoopbackServer(respond: respond)
    }

    @Test(
        "Method, headers and body arrive unchanged, with Quire's user agent and language",
        arguments: Network.allCases)
    func arrives(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { Reply(text: "\($0.method) \($0.target) \($0.text)") }
        defer { server.stop() }
        let url = server.url.appending(path: "a b/ü").appending(queryItems: [.init(name: "q", value: "1&2")])
        var request = HTTPRequest(.put, url, headers: ["X-Mine": "yes; really"], body: Data("böd\u{0}y".utf8))
        request.headers["Content-Type"] = "text/plain"
        let response = try await transport.send(request, deadline: .after(.seconds(900)))
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "PUT /a%20b/%C3%BC?q=1%262 böd\u{0}y")
        let received = try #require(server.requests.first)
        #expect(received["X-Mine"] == "yes; really")
        #expect(received["Content-Type"] == "text/plain")
        #expect(received["User-Agent"] == "Quire-Tests")
        #expect(received["Accept-Language"] == "*")
        #expect(received["Cookie"] == nil)
    }

    @Test(
        "Every method works", arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        Network.allCases)
    func methods(_ name: String, _ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { Reply(headers: [("X-Method", $0.method)], text: "body") }
        defer { server.stop() }
        let method = HTTPRequest.Method(rawValue: name)
        let body = method == .get || method == .head || name == "OPTIONS" ? nil : Data("x".utf8)
        let response = try await transport.send(HTTPRequest(method, server.url, body: body), deadline: .never)
        #expect(response.status == 200)
        #expect(response.headers["x-method"] == name)
        #expect(response.body.count == (name == "HEAD" ? 0 : 4))
    }

    @Test(
        "A status is a response, never an error",
        arguments: [204, 304, 400, 401, 403, 404, 409, 429, 500, 503, 599], Network.allCases)
    func statuses(_ status: Int, _ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { _ in Reply(status, text: status == 204 || status == 304 ? "" : "why") }
        defer { server.stop() }
        let response = try await transport.send(
            HTTPRequest(.post, server.url, body: Data()), deadline: .never)
        #expect(response.status == status)
        #expect(response.body == Data((status == 204 || status == 304 ? "" : "why").utf8))
    }

    @Test(
        "A 401 is returned with its body, whatever authentication it requires",
        arguments: [
            #"Basic realm="x""#, "Basic realm=x", "Bearer", #"Bearer realm="api", error="invalid_token""#,
            "Negotiate",
            #"Digest realm="a", nonce="b""#, "realm=", "",
        ], Network.allCases)
    func unauthorized(_ challenge: String, _ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { _ in Reply(401, headers: [("WWW-Authenticate", challenge)], text: "who?") }
        defer { server.stop() }
        let request = HTTPRequest(.post, server.url, body: Data("{}".utf8))
        let response = try await transport.send(request, deadline: .after(.seconds(900)))
        #expect(response.status == 401)
        #expect(response.body == Data("who?".utf8))
        #expect(server.requestCount == 1)
        try await transport.expectNothingLeft()
    }

    @Test("Consecutive requests share a connection", arguments: Network.allCases)
    func keepsAlive(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { Reply(text: $0.text) }
        defer { server.stop() }
        for number in 0..<50 {
            var request = HTTPRequest(.post, server.url, body: Data("\(number)".utf8))
            request.isRepeatable = true
            #expect(try await transport.send(request, deadline: .never).body == request.body)
        }
        #expect(server.requestCount == 50)
        #expect(server.connectionCount == 1)
    }

    @Test("Cookies are not stored", arguments: Network.allCases)
    func cookies(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { _ in Reply(headers: [("Set-Cookie", "session=1; Path=/")]) }
        defer { server.stop() }
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(.get, server.url), deadline: .never) }
        #expect(server.requests.map { $0["Cookie"] } == [nil, nil])
    }

    @Test("A chunked body without a length is complete", arguments: Network.allCases)
    func chunked(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { request in
            var reply = Reply(body: Array(repeating: request.body, count: 10_000).flatMap { $0 })
            reply.isChunked = true
            return reply
        }
        defer { server.stop() }
        let request = HTTPRequest(.post, server.url, body: Data("0123456789".utf8))
        let body = try await transport.send(request, deadline: .never).body
        #expect(body == Data(Array(repeating: Array("0123456789".utf8), count: 10_000).flatMap { $0 }))
    }

    @Test("Large bodies are uploaded and downloaded unchanged", arguments: Network.allCases)
    func large(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { Reply(body: $0.body) }
        defer { server.stop() }
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let response = try await transport.send(HTTPRequest(.post, server.url, body: body), deadline: .never)
        #expect(response.body == body)
    }

    @Test("gzip is decompressed", arguments: Network.allCases)
    func gzip(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { _ in
            Reply(headers: [("Content-Encoding", "gzip")], body: Array(Zipped.small))
        }
        defer { server.stop() }
        let response = try await transport.send(HTTPRequest(.get, server.url), deadline: .never)
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"zipped":true}"#)
    }

    @Test(
        "Invalid requests are rejected before connecting", arguments: Network.allCases)
    func refusals(_ network: Network) async throws {
        let transport = try network.transport(.init(userAgent: "Quire-Tests"))
        let server = try server { _ in Reply() }
        defer { server.stop() }
        let port = server.port
        let requests: [(HTTPRequest, String)] = [
            (HTTPRequest(.get, server.url, body: Data("x".utf8)), "GET carries no body"),
            (HTTPRequest("GE T", server.url), "the method is not a token"),
            (HTTPRequest(.get, URL(fileURLWithPath: "/etc/hosts")), "expected an http or https address"),
            (
                HTTPRequest(.get, try #require(URL(string: "ftp://127.0.0.1/x"))),
                "expected an http or https address"
            ),
            (HTTPRequest(.get, try #require(URL(string: "http:///x"))), "expected an http or https address"),
            (
                HTTPRequest(.get, try #require(URL(string: "http://me:pw@127.0.0.1:\(port)"))),
                "must not hold a user"
            ),
            (HTTPRequest(.get, server.url, headers: ["A\r\nB": "x"]), "a header's name is not a token"),
            (
                HTTPRequest(.get, server.url, headers: ["A": "x\r\nInjected: 1"]),
                "A holds a control character"
            ),
            (HTTPRequest(.get, server.url, headers: ["A": "x\u{0}"]), "A holds a control character"),
        ]
        for (request, sentence) in requests {
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(request, deadline: .never)
            }
            #expect(error?.kind == .invalidRequest)
            #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
            #expect(error?.isRetryable == false)
        }
        #expect(server.connectionCount == 0)
    }
}
