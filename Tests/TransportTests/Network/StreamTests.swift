import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing

/// Bodies that are read while they arrive.
@Suite("Streams")
struct StreamTests {
    private func lines(_ stream: HTTPStream, atMost limit: Int = 1 << 20) async throws -> [String] {
        var lines: [String] = []
        for try await line in stream.lines(atMost: limit) {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }

    @Test("Lines are returned one by one, for any chunks of bytes", arguments: Network.allCases)
    func ndjson(_ network: Network) async throws {
        let transport = try network.transport()
        let text = (0..<500).map { "{\"n\":\($0),\"t\":\"é\($0)\"}" }.joined(separator: "\n")
        let server = try LoopbackServer { request in
            let step = Int(request.query("step") ?? "") ?? 1
            var reply = Reply.failing(.drip(bytes: step, milliseconds: 0), body: Array((text + "\n").utf8))
            reply.isChunked = true
            return reply
        }
        defer { server.stop() }
        for step in [7, 64, 100_000] {
            let url = server.url.appending(queryItems: [.init(name: "step", value: "\(step)")])
            let stream = try await transport.stream(HTTPRequest(.get, url), deadline: .after(.seconds(900)))
            #expect(stream.status == 200)
            #expect(try await lines(stream) == text.components(separatedBy: "\n"))
        }
        try await transport.expectNothingLeft()
    }

    @Test("The first lines are available before the last are sent", arguments: Network.allCases)
    func arrivesEarly(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in
            .failing(
                .drip(bytes: 2, milliseconds: 5), body: Array(String(repeating: "1\n", count: 50_000).utf8))
        }
        defer { server.stop() }
        // The whole body would take minutes.
        do {
            let stream = try await transport.stream(
                HTTPRequest(.get, server.url), deadline: .after(.seconds(900)))
            var iterator = stream.lines().makeAsyncIterator()
            for _ in 0..<4 { #expect(try await iterator.next() == Data("1".utf8)) }
            #expect(transport.openCount == 1, "the load is still running")
        }
        try await transport.expectNothingLeft()
    }

    @Test("Both line endings, empty lines and a missing last line ending are supported")
    func lineEnds() async throws {
        let stream = HTTPStream(HTTPResponse(status: 200, body: Data("a\r\n\n\r\nb\nc\rd\n\n e".utf8)))
        #expect(try await lines(stream) == ["a", "b", "c\rd", " e"])
        #expect(try await lines(HTTPStream(HTTPResponse(status: 200))) == [])
    }

    @Test("A line over the limit is an error that names it; one of exactly the limit is not")
    func longLine() async throws {
        let body = Data("short\r\n12345678\r\n123456789\n".utf8)
        let stream = HTTPStream(HTTPResponse(status: 200, body: body))
        var iterator = stream.lines(atMost: 8).makeAsyncIterator()
        #expect(try await iterator.next() == Data("short".utf8))
        #expect(try await iterator.next() == Data("12345678".utf8))
        let error = await #expect(throws: LineTooLongError.self) { try await iterator.next() }
        #expect(error?.line == 3 && error?.limit == 8)
    }

    @Test(
        "A stream that breaks throws after the received lines, and never ends as if it were complete",
        arguments: Network.allCases)
    func breaks(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in
            .failing(.truncate(after: 6), body: Array("1\n2\n3\n4\n5\n".utf8))
        }
        defer { server.stop() }
        let stream = try await transport.stream(
            HTTPRequest(.get, server.url), deadline: .after(.seconds(900)))
        let error = await #expect(throws: TransportError.self) { try await lines(stream) }
        #expect(error?.kind == .connectionLost)
        try await transport.expectNothingLeft()
    }

    @Test("A deadline applies to the whole stream", arguments: Network.allCases)
    func deadline(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in
            .failing(.drip(bytes: 2, milliseconds: 5), body: Array(repeating: 10, count: 100_000))
        }
        defer { server.stop() }
        let stream = try await transport.stream(
            HTTPRequest(.get, server.url), deadline: .after(.milliseconds(3_000)))
        let error = await #expect(throws: TransportError.self) { try await lines(stream) }
        #expect(error?.kind == .timedOut)
        try await transport.expectNothingLeft()
    }

    @Test("Cancelling the reader throws CancellationError and ends the load", arguments: Network.allCases)
    func cancelled(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in
            .failing(.drip(bytes: 2, milliseconds: 5), body: Array(repeating: 10, count: 1_000_000))
        }
        defer { server.stop() }
        let url = server.url
        let task = Task { [transport] in
            let stream = try await transport.stream(HTTPRequest(.get, url), deadline: .never)
            for try await _ in stream {}
        }
        try await server.waits(for: 1)
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await transport.expectNothingLeft()
    }

    @Test("A stream that nobody reads any more ends its load", arguments: Network.allCases)
    func letGo(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in
            .failing(.drip(bytes: 2, milliseconds: 5), body: Array(repeating: 10, count: 1_000_000))
        }
        defer { server.stop() }
        do {
            let stream = try await transport.stream(HTTPRequest(.get, server.url), deadline: .never)
            for try await _ in stream { break }
        }
        _ = try await transport.stream(HTTPRequest(.get, server.url), deadline: .never).status
        try await transport.expectNothingLeft()
    }

    @Test("A reader that falls behind by more than the buffer gets an error", arguments: Network.allCases)
    func slowReader(_ network: Network) async throws {
        let server = try LoopbackServer { _ in Reply(body: Array(repeating: 65, count: 4_000_000)) }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumBufferedBytes: 200_000))
        let stream = try await transport.stream(
            HTTPRequest(.get, server.url), deadline: .after(.seconds(900)))
        try await transport.expectNothingLeft()
        var received = 0
        let error = await #expect(throws: TransportError.self) {
            for try await chunk in stream { received += chunk.count }
        }
        #expect(error?.kind == .readerTooSlow)
        #expect(received <= 200_000)
    }

    @Test("A stream has no size limit unless its request sets one", arguments: Network.allCases)
    func size(_ network: Network) async throws {
        let server = try LoopbackServer { _ in Reply(body: Array(repeating: 65, count: 400_000)) }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumResponseBytes: 1_000))
        var count = 0
        for try await chunk in try await transport.stream(HTTPRequest(.get, server.url), deadline: .never) {
            count += chunk.count
        }
        #expect(count == 400_000)
        var request = HTTPRequest(.get, server.url)
        request.maximumResponseBytes = 1_000
        let error = await #expect(throws: TransportError.self) {
            for try await _ in try await transport.stream(request, deadline: .never) {}
        }
        #expect(error?.kind == .responseTooLarge)
    }

    @Test(
        "Redirects are followed before a stream begins, and a failing status can be read",
        arguments: Network.allCases)
    func head(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { request in
            request.path == "/from"
                ? Reply(307, headers: [("Location", "/to")], text: "moved") : Reply(503, text: "later")
        }
        defer { server.stop() }
        let stream = try await transport.stream(
            HTTPRequest(.get, server.url.appending(path: "from")), deadline: .after(.seconds(900)))
        #expect(stream.status == 503)
        #expect(try await stream.body(atMost: 3) == Data("lat".utf8))
        try await transport.expectNothingLeft()
    }
}
