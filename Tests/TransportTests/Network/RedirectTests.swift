import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing

/// Quire handles redirects itself: same origin only, with everything that they must preserve.
@Suite("Redirects")
struct RedirectTests {
    private func post(_ url: URL, repeatable: Bool = false) -> HTTPRequest {
        var request = HTTPRequest(
            .post, url, headers: ["Authorization": "Bearer secret", "Content-Type": "text/plain"],
            body: Data("the body".utf8))
        request.isRepeatable = repeatable
        return request
    }

    @Test("307 and 308 keep method, headers and body", arguments: [307, 308], Network.allCases)
    func keepsBody(_ status: Int, _ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from"
                ? Reply(status, headers: [("Location", "/to?x=1")]) : Reply(text: request.text)
        }
        defer { server.stop() }
        let response = try await transport.send(
            post(server.url.appending(path: "from")), deadline: .after(.seconds(900)))
        #expect(response.body == Data("the body".utf8))
        let last = try #require(server.requests.last)
        #expect(server.requestCount == 2)
        #expect(last.method == "POST")
        #expect(last.target == "/to?x=1")
        #expect(last["Authorization"] == "Bearer secret")
        #expect(last["Content-Type"] == "text/plain")
        try await transport.expectNothingLeft()
    }

    @Test(
        "301 and 302 of a repeatable request keep method and body; a write is not sent twice",
        arguments: [301, 302], Network.allCases)
    func moved(_ status: Int, _ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from"
                ? Reply(status, headers: [("Location", "to")]) : Reply(text: request.method)
        }
        defer { server.stop() }
        let url = server.url.appending(path: "from")
        let response = try await transport.send(post(url, repeatable: true), deadline: .after(.seconds(900)))
        #expect(response.body == Data("POST".utf8))
        #expect(server.requests.last?.text == "the body")
        let count = server.requestCount
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(post(url), deadline: .after(.seconds(900)))
        }
        #expect(error?.kind == .redirectRefused)
        #expect(server.requestCount == count + 1)
    }

    @Test("303 becomes a GET without a body", arguments: Network.allCases)
    func seeOther(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from" ? Reply(303, headers: [("Location", "/to")]) : Reply(text: request.method)
        }
        defer { server.stop() }
        let response = try await transport.send(
            post(server.url.appending(path: "from")), deadline: .after(.seconds(900)))
        #expect(response.body == Data("GET".utf8))
        #expect(server.requests.last?.body == [])
        #expect(server.requests.last?["Content-Type"] == nil)
    }

    @Test(
        "After a redirect that ends a write, the error reports that the write may be done",
        arguments: [
            (301, "/to", true), (302, "/to", true), (303, "http://other.invalid/", true),
            (303, "/from", true),
            (303, "/hang-up", true), (307, "http://other.invalid/", false), (308, "/from", false),
        ], Network.allCases)
    func mayBeDone(_ reply: (status: Int, location: String, mayBeDone: Bool), _ network: Network) async throws
    {
        let server = try LoopbackServer { request in
            if request.path == "/hang-up" { return .failing(.closeBeforeStatus) }
            return Reply(reply.status, headers: [("Location", reply.location)])
        }
        defer { server.stop() }
        for isRepeatable in [false, true] where !isRepeatable || reply.location != "/to" {
            let request = post(server.url.appending(path: "from"), repeatable: isRepeatable)
            let error = await #expect(throws: TransportError.self) {
                try await network.transport().send(request, deadline: .after(.seconds(900)))
            }
            let text = error.map { "\($0)" } ?? ""
            #expect(
                text.hasSuffix("check that before you send it again.") == (reply.mayBeDone && !isRepeatable),
                "\(text)")
            #expect(error?.mayHaveArrived == reply.mayBeDone, "\(text)")
        }
    }

    @Test(
        "Another origin never gets a request, for any status", arguments: [301, 302, 303, 307, 308],
        Network.allCases)
    func otherOrigin(_ status: Int, _ network: Network) async throws {
        let transport = try network.transport()
        let other = try LoopbackServer { _ in Reply(text: "stolen") }
        defer { other.stop() }
        let server = try LoopbackServer { [port = other.port] _ in
            Reply(status, headers: [("Location", "http://127.0.0.1:\(port)/steal?token=1")])
        }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(post(server.url, repeatable: true), deadline: .after(.seconds(900)))
        }
        #expect(error?.kind == .redirectRefused)
        #expect(error?.detail == "status \(status) leads to http://127.0.0.1:\(other.port)")
        #expect(other.connectionCount == 0)
        #expect(server.requestCount == 1)
    }

    @Test(
        "An unsafe redirect is rejected, never a crash",
        arguments: [
            nil, "", "//evil.invalid/x", "https://127.0.0.1/", "http://localhost/", "http://127.0.0.1/",
            "mailto:x", "file:///etc",
            "http://[::1", "%%%", "http://", "javascript:alert(1)", "a:b:c",
        ], Network.allCases)
    func unsafe(_ location: String?, _ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from"
                ? Reply(302, headers: location.map { [("Location", $0)] } ?? [])
                : Reply(404, text: "followed")
        }
        defer { server.stop() }
        let request = HTTPRequest(.get, server.url.appending(path: "from"))
        do {
            let response = try await transport.send(request, deadline: .after(.seconds(900)))
            // Some of them are relative paths after all, so they stay on this server.
            #expect(response.status == 404)
        } catch let error as TransportError {
            #expect([.redirectRefused, .tooManyRedirects].contains(error.kind), "\(error)")
        }
        try await transport.expectNothingLeft()
    }

    @Test("Redirects are followed up to a limit", arguments: Network.allCases)
    func circle(_ network: Network) async throws {
        let server = try LoopbackServer { request in
            let number = Int(request.path.dropFirst()) ?? 0
            return Reply(307, headers: [("Location", "/\(number + 1)")])
        }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumRedirects: 3))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(post(server.url.appending(path: "0")), deadline: .after(.seconds(900)))
        }
        #expect(error?.kind == .tooManyRedirects)
        #expect(error?.isRetryable == false)
        #expect(server.requests.map(\.path) == ["/0", "/1", "/2", "/3"])
    }

    @Test(
        "300s statuses that are not redirects are responses", arguments: [300, 304, 305, 306],
        Network.allCases)
    func others(_ status: Int, _ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from" ? Reply(status, headers: [("Location", "/to")]) : Reply(text: "followed")
        }
        defer { server.stop() }
        let response = try await transport.send(
            post(server.url.appending(path: "from")), deadline: .after(.seconds(900)))
        #expect(response.status == status)
        #expect(server.requestCount == 1)
        try await transport.expectNothingLeft()
    }

    @Test("Origins are equal by scheme, case-insensitive host, and port with its default")
    func origins() throws {
        func origin(_ text: String) throws -> String { try #require(URL(string: text)).origin }
        #expect(try origin("http://Example.com/a") == origin("HTTP://example.COM:80/b?c"))
        #expect(try origin("https://example.com") == origin("https://example.com:443/"))
        #expect(try origin("https://example.com") != origin("http://example.com"))
        #expect(try origin("http://example.com:8080") != origin("http://example.com"))
        #expect(try origin("http://example.com.evil") != origin("http://example.com"))
    }
}
