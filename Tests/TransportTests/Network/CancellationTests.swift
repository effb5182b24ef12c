import Foundation
import LoopbackServer
import Quire
import Testing
import TransportDoubles

@testable import QuireHTTP

/// A transport that reports its running work.
protocol SettlingTransport: Transport {
    /// Requests that have begun and not ended, including waiting ones.
    var openCount: Int { get }
    /// Requests that wait in the queue.
    var waitingCount: Int { get }
    /// Slots, deadlines and other resources in use.
    var heldCount: Int { get }
}

extension SettlingTransport {
    /// Fails unless every slot, deadline and load is released; the network needs a moment for its part.
    func expectNothingLeft(file: String = #fileID, line: Int = #line) async throws {
        try await eventually("the end of the loads", file: file, line: line) { openCount == 0 }
        try await eventually("the end of the waiters", file: file, line: line) { waitingCount == 0 }
        try await eventually("the release of places and deadlines", file: file, line: line) { heldCount == 0 }
    }

    /// Waits until this many requests wait in the queue.
    func waits(for count: Int) async throws {
        try await eventually("\(count) requests in the queue") { waitingCount >= count }
        try #require(waitingCount == count)
    }
}

extension URLSessionTransport: SettlingTransport {
    var openCount: Int { core.delegate.count }
    var waitingCount: Int { core.places.waitingCount }
    var heldCount: Int { core.places.insideCount + core.deadlines.count }
}

extension CurlTransport: SettlingTransport {
    var openCount: Int { core.loop.counts.open }
    var waitingCount: Int { core.loop.counts.waiting }
    var heldCount: Int { core.deadlines.count }
}

/// Cancelling a task cancels its load, and leaves nothing behind.
@Suite("Cancellation")
struct CancellationTests {
    @Test(
        "A task cancelled while it waits for the response gets CancellationError, and the load ends",
        arguments: Network.allCases)
    func midFlight(_ network: Network) async throws {
        let server = try LoopbackServer { _ in .failing(.hang) }
        defer { server.stop() }
        let transport = try network.transport()
        let request = HTTPRequest(.post, server.url, body: Data("x".utf8))
        let task = Task { try await transport.send(request, deadline: .never) }
        try await server.waits(for: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await transport.expectNothingLeft()
    }

    @Test("An already cancelled task sends nothing", arguments: Network.allCases)
    func before(_ network: Network) async throws {
        let server = try LoopbackServer { _ in Reply() }
        defer { server.stop() }
        let transport = try network.transport()
        let url = server.url
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(HTTPRequest(.get, url), deadline: .never)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connectionCount == 0)
        try await transport.expectNothingLeft()
    }

    @Test(
        "A task cancelled in the queue leaves it, and is never sent",
        arguments: Network.allCases)
    func inQueue(_ network: Network) async throws {
        let server = try LoopbackServer { _ in .failing(.hang) }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 1))
        let url = server.url
        let first = Task { try await transport.send(HTTPRequest(.get, url), deadline: .never) }
        try await server.waits(for: 1)
        let second = Task { try await transport.send(HTTPRequest(.get, url), deadline: .never) }
        try await transport.waits(for: 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(transport.waitingCount == 0)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await transport.expectNothingLeft()
        #expect(server.requestCount == 1)
    }

    @Test("A deadline that passes in the queue is reported as such", arguments: Network.allCases)
    func deadlineInQueue(_ network: Network) async throws {
        let server = try LoopbackServer { _ in .failing(.hang) }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 1))
        let url = server.url
        let first = Task { try await transport.send(HTTPRequest(.get, url), deadline: .never) }
        try await server.waits(for: 1)
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(.get, url), deadline: .after(.milliseconds(30)))
        }
        #expect(error?.kind == .timedOut)
        #expect(error?.detail == "waiting for one of 1 connections")
        first.cancel()
        _ = await first.result
        try await transport.expectNothingLeft()
    }

    @Test("A cancelled load frees its slot for the next in the queue", arguments: Network.allCases)
    func freesItsPlace(_ network: Network) async throws {
        let server = try LoopbackServer { $0.path == "/hang" ? .failing(.hang) : Reply(text: "next") }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 1))
        let url = server.url
        let first = Task {
            try await transport.send(HTTPRequest(.get, url.appending(path: "hang")), deadline: .never)
        }
        try await server.waits(for: 1)
        let next = Task { try await transport.send(HTTPRequest(.get, url), deadline: .never) }
        try await transport.waits(for: 1)
        first.cancel()
        #expect(try await next.value.body == Data("next".utf8))
        try await transport.expectNothingLeft()
    }

    @Test("Releasing a transport ends its session")
    func letGo() async throws {
        let server = try LoopbackServer { _ in Reply() }
        defer { server.stop() }
        weak var core: URLSessionState?
        weak var delegate: SessionDelegate?
        do {
            let transport = URLSessionTransport()
            core = transport.core
            delegate = transport.core.delegate
            _ = try await transport.send(HTTPRequest(.get, server.url), deadline: .after(.seconds(900)))
            try await transport.expectNothingLeft()
        }
        try await eventually("the end of the core") { core == nil }
        try await eventually("the end of the delegate, which the session holds") { delegate == nil }
    }
}

extension LoopbackServer {
    /// Waits until this many requests have arrived.
    func waits(for count: Int) async throws {
        try await eventually("\(count) requests") { requestCount >= count }
    }
}
