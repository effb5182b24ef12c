#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// Runs the body with a listening server.
func withServer(
    _ change: (inout DevelopmentServer.Options) -> Void = { _ in },
    _ body: (DevelopmentServer, Store) async throws -> Void
) async throws {
    var options = DevelopmentServer.Options()
    change(&options)
    let store = try await Store(.memory, modules: Library.modules.map(\.descriptor))
    let server = try DevelopmentServer(store: store, modules: Library.modules, options: options)
    try await server.start()
    do {
        try await body(server, store)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Connections according to HTTP/1.1.
@Suite(.timeLimit(.minutes(30))) struct ConnectionTests {
    @Test("Requests on one connection get their responses in order, including pipelined ones")
    func keepsAlive() async throws {
        try await withServer { server, _ in
            let client = try await RawClient.connect(server.port)
            for page in 1...3 {
                try await client.send(get("generalcontent/module?limit=1&page=\(page)"))
                let response = try await client.response()
                #expect(response.status == 200)
                #expect(response.text.contains(#""page":\#(page),"#))
                #expect(response.header("Content-Type") == "application/json; charset=utf-8")
                #expect(response.header("Date")?.hasSuffix(" GMT") == true)
            }
            let pages = Array(1...40)
            try await client.send(pages.map { get("generalcontent/module?limit=1&page=\($0)") }.joined())
            for page in pages { #expect(try await client.response().text.contains(#""page":\#(page),"#)) }
        }
    }

    @Test("HEAD has the content length of GET, and no body")
    func head() async throws {
        try await withServer { server, _ in
            let client = try await RawClient.connect(server.port)
            try await client.send(get("generalcontent/module?skip=true"))
            let full = try await client.response()
            try await client.send(
                get("generalcontent/module?skip=true").replacingOccurrences(of: "GET", with: "HEAD"))
            let head = try await client.response(toHead: true)
            #expect(head.header("Content-Length") == "\(full.body.count)")
            try await client.send(get("generalcontent/module?skip=true"))
            #expect(try await client.response().body == full.body)
        }
    }

    @Test("A client that waits for 100 Continue gets it, and its chunked body is read")
    func continues() async throws {
        try await withServer { server, _ in
            let client = try await RawClient.connect(server.port)
            let body = #"{"moduleName":"books"}"#
            try await client.send(
                "POST /api/generalcontent/instance/search HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                    + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            #expect(try await client.response().status == 100)
            for character in body { try await client.send("1\r\n\(character)\r\n") }
            try await client.send("0\r\n\r\n")
            #expect(try await client.response().status == 200)
        }
    }

    @Test("A connection ends when the client closes it, and after an unreadable request")
    func ends() async throws {
        try await withServer { server, _ in
            for (request, status) in [
                (get("authentication/version", headers: "Connection: close\r\n"), 200),
                ("GET /api/authentication/version HTTP/1.0\r\n\r\n", 200), ("nonsense\r\n\r\n", 400),
                (post("generalcontent/instance", "{}", headers: "Content-Length: 9\r\n"), 400),
                ("GET /\(String(repeating: "a", count: 10_000)) HTTP/1.1\r\n", 414),
                ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 50_000))\r\n", 431),
                ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413),
            ] {
                let client = try await RawClient.connect(server.port)
                try await client.send(request)
                let response = try await client.response()
                #expect(response.status == status, "\(request.prefix(80))")
                #expect(response.header("Connection") == "close")
                if status >= 400 {
                    #expect(response.text.contains(#""type":"HaloError""#))
                }
                #expect(try await client.rest() == "", "the connection continues after \(request.prefix(80))")
            }
            let old = try await RawClient.connect(server.port)
            try await old.send("GET /api/authentication/version HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try await old.response().header("Connection") == "keep-alive")
        }
    }

    @Test("A slow head or body gets a 408; an idle connection is closed without a response")
    func slow() async throws {
        try await withServer({
            $0.limits.headTime = 150
            $0.limits.bodyTime = 150
        }) { server, _ in
            for request in ["GET / HT", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab"] {
                let client = try await RawClient.connect(server.port)
                try await client.send(request)
                #expect(try await client.response().status == 408)
                #expect(try await client.rest() == "")
            }
        }
        try await withServer({ $0.limits.idleTime = 200 }) { server, _ in
            let idle = try await RawClient.connect(server.port)
            #expect(try await idle.rest() == "")
        }
    }

    @Test("Single bytes do not extend the time limit of a head")
    func drips() async throws {
        try await withServer({ $0.limits.headTime = 300 }) { server, _ in
            let client = try await RawClient.connect(server.port)
            let answer = Task { try await client.response() }
            for byte in "GET /api/authentication/version HTTP/1.1\r\nX: \(String(repeating: "a", count: 200))"
            {
                // The server may have closed already.
                guard (try? await client.send(String(byte))) != nil else { break }
                try await Task.sleep(nanoseconds: 10_000_000)
            }
            #expect(try await answer.value.status == 408)
        }
    }

    @Test("A client that never reads is disconnected, and does not block other responses")
    func neverReads() async throws {
        try await withServer({
            $0.limits.sendTime = 300
            $0.limits.unsentBytes = 8 << 20
        }) { server, store in
            let body = String(repeating: "a", count: 16 << 20)
            _ = try await store.load(
                "books", from: .data(Data(#"{"id":"long","values":{"title":"Long","body":"\#(body)"}}"#.utf8))
            )
            var clients: [RawClient] = []
            for _ in 0..<8 {
                let client = try await RawClient.connect(server.port)
                try await client.send(post("generalcontent/instance/search", #"{"moduleName":"books"}"#))
                clients.append(client)
            }
            // The first response is sent, so that the next request waits until its reader is disconnected.
            #expect(try await clients[0].take(1) == 1)
            let other = try await RawClient.connect(server.port)
            try await other.send(get("generalcontent/module"))
            #expect(try await other.response().status == 200)
            // The rest is a truncated response.
            let rest = try await clients[0].rest()
            #expect(rest.utf8.count < body.utf8.count)
        }
    }

    @Test("If every connection is busy, another one gets a 503; when one ends, the next is accepted")
    func connections() async throws {
        try await withServer({ $0.limits.connections = 2 }) { server, _ in
            // A missing body counts as busy; a missing head does not.
            let half =
                "POST /api/generalcontent/instance HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{"
            var first: RawClient? = try await RawClient.connect(server.port)
            let second = try await RawClient.connect(server.port)
            for client in [first, second] {
                try await client?.send(get("authentication/version"))
                #expect(try await client?.response().status == 200)
                try await client?.send(half)
            }
            // The server has read both halves when it rejects this.
            for attempt in 1... {
                let third = try await RawClient.connect(server.port)
                try? await third.send(get("authentication/version"))
                if try await third.response().status == 503 { break }
                try #require(attempt < 1_000)
                // The idle one was closed for the third.
                first = try await RawClient.connect(server.port)
                try await first?.send(half)
            }
            first = nil
            // The server notices the end only when it reads.
            for attempt in 1... {
                let next = try await RawClient.connect(server.port)
                try? await next.send(get("authentication/version"))
                if try await next.response().status == 200 { break }
                try #require(attempt < 1_000)
            }
            withExtendedLifetime(second) {}
        }
    }

    @Test("Idle connections block nobody: the longest idle one is closed for the next")
    func idlersMakeRoom() async throws {
        try await withServer({
            $0.limits.connections = 3
            // Nothing is closed by a timeout.
            $0.limits.idleTime = 3_600_000
            $0.limits.headTime = 3_600_000
        }) { server, _ in
            let idle = try await RawClient.connect(server.port)
            try await idle.send(get("authentication/version"))
            _ = try await idle.response()
            let slow = try await RawClient.connect(server.port)
            try await slow.send("GET /api/auth")
            // Each of these gets a response, although the other two stay connected.
            for _ in 0..<6 {
                let client = try await RawClient.connect(server.port)
                try await client.send(get("authentication/version", headers: "Connection: close\r\n"))
                #expect(try await client.response().status == 200)
                withExtendedLifetime(slow) {}
            }
            var clients: [RawClient] = []
            for _ in 0..<6 {
                let client = try await RawClient.connect(server.port)
                try await client.send(get("authentication/version"))
                #expect(try await client.response().status == 200)
                clients.append(client)
            }
            #expect(try await idle.rest() == "")
            #expect(try await clients[0].rest() == "")
        }
        // If none is idle, the slowest head is closed.
        try await withServer({
            $0.limits.connections = 64
            $0.limits.headTime = 3_600_000
        }) { server, _ in
            var slow: [RawClient] = []
            for _ in 0..<64 {
                slow.append(try await RawClient.connect(server.port))
                try await slow.last?.send("GET /api/auth")
            }
            let client = try await RawClient.connect(server.port)
            try await client.send(get("authentication/version"))
            #expect(try await client.response().status == 200)
        }
    }

    @Test("A reader that takes a little now and then does not block the others forever")
    func tricklingReader() async throws {
        try await withServer({
            $0.limits.sendTime = 1_000
            $0.limits.unsentBytes = 1 << 20
        }) { server, store in
            let body = String(repeating: "a", count: 24 << 20)
            _ = try await store.load(
                "books", from: .data(Data(#"{"id":"long","values":{"title":"Long","body":"\#(body)"}}"#.utf8))
            )
            let slow = try await RawClient.connect(server.port)
            try await slow.send(post("generalcontent/instance/search", #"{"moduleName":"books"}"#))
            // The response is sent, so that the next request waits until its reader is disconnected.
            #expect(try await slow.take(1 << 16) > 0)
            let reading = Task {
                // Reads a little each time before the limit, as long as there is a response.
                var taken = 0
                while !Task.isCancelled {
                    let count = try await slow.take(1 << 16)
                    if count == 0 { break }
                    taken += count
                    try? await Task.sleep(nanoseconds: 200_000_000)
                }
                return taken
            }
            let other = try await RawClient.connect(server.port)
            try await other.send(get("generalcontent/module"))
            #expect(try await other.response().status == 200)
            reading.cancel()
            let taken = try await reading.value
            #expect(try await taken + slow.rest().utf8.count < body.utf8.count, "the response was truncated")
        }
    }

    @Test("If held bodies exceed the limit, further ones get a 503; announced bodies do not count")
    func held() async throws {
        try await withServer({ $0.limits.heldBytes = 1_000 }) { server, _ in
            let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 800\r\n\r\n"
            let first = try await RawClient.connect(server.port)
            try await first.send(head)
            let second = try await RawClient.connect(server.port)
            try await second.send(head + String(repeating: " ", count: 800))
            #expect(try await second.response().status == 404, "the first one's body has not arrived yet")
            try await first.send(String(repeating: " ", count: 700))
            // The server may read the first one's bytes before or after this response; then they are counted.
            for attempt in 1... {
                let third = try await RawClient.connect(server.port)
                try await third.send(head + String(repeating: " ", count: 800))
                if try await third.response().status == 503 { break }
                try #require(attempt < 1_000)
            }
            try await first.send(String(repeating: " ", count: 100))
            #expect(try await first.response().status == 404)
        }
    }
}
#endif
