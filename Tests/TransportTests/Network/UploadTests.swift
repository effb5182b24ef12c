import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

/// Bodies that are read from files.
@Suite("Uploading")
struct UploadTests {
    /// The reported numbers of bytes.
    private final class Reports: @unchecked Sendable {
        private let lock = NSLock()
        private var numbers: [(sent: Int64, total: Int64)] = []
        func add(_ sent: Int64, _ total: Int64) { lock.withLock { numbers.append((sent, total)) } }
        var all: [(sent: Int64, total: Int64)] { lock.withLock { numbers } }
    }

    private static func file(_ size: Int) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
        var generator = SeededGenerator(seed: 7)
        try Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }).write(to: file)
        return file
    }

    @Test(
        "A file arrives unchanged, with its length, and its progress is reported up to the end",
        arguments: Network.allCases, [0, 1, 3_000_000])
    func arrives(_ network: Network, _ size: Int) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { Reply(text: "\($0.method) \($0.body.count)") }
        defer { server.stop() }
        let file = try Self.file(size)
        defer { try? FileManager.default.removeItem(at: file) }
        let reports = Reports()
        var request = HTTPRequest(.patch, server.url, headers: ["Content-Type": "video/mp4"])
        request.upload = RequestUpload(file) { reports.add($0, $1) }
        let response = try await transport.send(request, deadline: .after(.seconds(900)))
        #expect(String(decoding: response.body, as: UTF8.self) == "PATCH \(size)")
        let received = try #require(server.requests.first)
        #expect(try Data(received.body) == Data(contentsOf: file))
        #expect(received["Content-Length"] == "\(size)")
        #expect(received["Content-Type"] == "video/mp4")
        let numbers = reports.all.map(\.sent)
        #expect(numbers == numbers.sorted())
        #expect(numbers.last ?? 0 == size)
        #expect(reports.all.allSatisfy { $0.total == size })
        try await transport.expectNothingLeft()
    }

    @Test("A retried upload sends the whole file again", arguments: Network.allCases)
    func retried(_ network: Network) async throws {
        let transport = try network.transport()
        let counter = LockedCount()
        let server = try LoopbackServer { request in
            counter.next() == 0 ? Reply(503) : Reply(text: "\(request.body.count)")
        }
        defer { server.stop() }
        let file = try Self.file(100_000)
        defer { try? FileManager.default.removeItem(at: file) }
        var request = HTTPRequest(.put, server.url)
        request.upload = RequestUpload(file)
        let response = try await transport.wrapped(in: [RetryMiddleware()])
            .send(request, deadline: .after(.seconds(900)))
        #expect(String(decoding: response.body, as: UTF8.self) == "100000")
    }

    @Test("An upload is cancelled while it is sent, and nothing remains", arguments: Network.allCases)
    func cancelled(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in .failing(.hang) }
        defer { server.stop() }
        let file = try Self.file(2_000_000)
        defer { try? FileManager.default.removeItem(at: file) }
        let task = Task {
            var request = HTTPRequest(.post, server.url)
            request.upload = RequestUpload(file)
            return try await transport.send(request, deadline: .never)
        }
        try await server.waits(for: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await transport.expectNothingLeft()
    }

    @Test(
        "A file that is removed while its upload waits in the queue is an error", arguments: Network.allCases)
    func removedWhileWaiting(_ network: Network) async throws {
        let server = try LoopbackServer { $0.path == "/hang" ? .failing(.hang) : Reply(text: "next") }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 1))
        let url = server.url
        let first = Task {
            try await transport.send(HTTPRequest(.get, url.appending(path: "hang")), deadline: .never)
        }
        try await server.waits(for: 1)
        let file = try Self.file(1_000)
        let upload = Task {
            var request = HTTPRequest(.put, url)
            request.upload = RequestUpload(file)
            return try await transport.send(request, deadline: .after(.seconds(900)))
        }
        try await transport.waits(for: 1)
        try FileManager.default.removeItem(at: file)
        first.cancel()
        let error = await #expect(throws: TransportError.self) { try await upload.value }
        if network == .curl { #expect(error?.detail == "the file of its upload cannot be read") }
        let response = try await transport.send(HTTPRequest(.get, url), deadline: .after(.seconds(900)))
        #expect(response.body == Data("next".utf8))
        try await transport.expectNothingLeft()
    }

    @Test("A file that becomes shorter while it is sent is an error")
    func truncatedWhileSending() async throws {
        let transport = try Network.curl.transport()
        let server = try LoopbackServer { Reply(text: "\($0.body.count)") }
        defer { server.stop() }
        let file = try Self.file(0)
        try Data(count: 20_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var request = HTTPRequest(.put, server.url)
        request.upload = RequestUpload(file) { sent, _ in
            guard sent > 0 else { return }
            try? FileHandle(forWritingTo: file).truncate(atOffset: 10)
        }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request, deadline: .after(.seconds(900)))
        }
        #expect(error?.kind == .invalidRequest && error?.detail.contains("became shorter") == true)
        try await transport.expectNothingLeft()
    }

    @Test(
        "A file that does not exist, or a body beside it, is refused before sending",
        arguments: Network.allCases)
    func refused(_ network: Network) async throws {
        let transport = try network.transport()
        let server = try LoopbackServer { _ in Reply() }
        defer { server.stop() }
        let file = try Self.file(1)
        defer { try? FileManager.default.removeItem(at: file) }
        var missing = HTTPRequest(.post, server.url)
        missing.upload = RequestUpload(file.appendingPathExtension("missing"))
        var both = HTTPRequest(.post, server.url, body: Data("x".utf8))
        both.upload = RequestUpload(file)
        for request in [missing, both] {
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(request, deadline: .never)
            }
            #expect(error?.kind == .invalidRequest)
        }
        #expect(server.requestCount == 0)
    }
}

private final class LockedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func next() -> Int {
        lock.withLock {
            defer { count += 1 }
            return count
        }
    }
}
