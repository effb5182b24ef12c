import Foundation
import LoopbackServer
import Quire
import QuireCluster
import QuireHTTP
import QuireRemote
import SampleModules
import Synchronization
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// Host selection, failover, and the end of a call.
@Suite struct HostTests {
    private static let empty = #"{"hits":[],"nbHits":0}"#

    /// Hosts that respond by name with a status, or not at all.
    private final class Hosts: Transport, @unchecked Sendable {
        private let lock = NSLock()
        private var statuses: [String: Int?] = [:]
        private var asked: [(host: String, timeout: Duration)] = []
        private let clock: ManualClock

        init(_ clock: ManualClock) { self.clock = clock }

        var hosts: [String] { lock.withLock { asked.map(\.host) } }
        var timeouts: [Duration] { lock.withLock { asked.map(\.timeout) } }

        /// `nil` breaks connections to the host.
        func set(_ host: String, _ status: Int?) { lock.withLock { statuses[host] = .some(status) } }

        func forget() { lock.withLock { asked = [] } }

        func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
            let host = request.url.host() ?? ""
            let now = clock.clock.now()
            let status = lock.withLock { () -> Int? in
                asked.append((host, deadline.instant.map { now.duration(to: $0) } ?? .zero))
                return statuses[host] ?? 200
            }
            guard let status else { throw TransportError(.connectionLost, request) }
            let body = status == 200 ? HostTests.empty : #"{"message":"host \#(host)","status":\#(status)}"#
            return HTTPResponse(status: status, body: Data(body.utf8))
        }

        func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
            HTTPStream(try await send(request, deadline: deadline))
        }
    }

    private let clock = ManualClock()
    private let hosts: Hosts
    private let engine: AlgoliaEngine
    private let order: AlgoliaHosts

    init() {
        hosts = Hosts(clock)
        order = AlgoliaHosts(applicationID: "App")
        engine = AlgoliaEngine(
            applicationID: "App", apiKey: "key", settings: .init(hosts: order), transport: hosts,
            clock: clock.clock)
    }

    private func name(_ position: Int) -> String { order.reads[position].host() ?? "" }

    private var request: SearchRequest { SearchRequest(module: Books.descriptor) }

    private static let write = WriteBatch([WriteOperation(.truncate, Books.descriptor)])

    @Test(
        "Reads begin at the nearest host, writes at the main one, and the other hosts follow in a random order"
    )
    func derived() {
        #expect(order.reads.map(\.absoluteString).first == "https://app-dsn.algolia.net")
        #expect(order.writes.map(\.absoluteString).first == "https://app.algolia.net")
        #expect(order.reads.dropFirst() == order.writes.dropFirst())
        #expect(
            Set(order.reads.dropFirst().map(\.absoluteString))
                == Set((1...3).map { "https://app-\($0).algolianet.com" }))
        let orders = Set((0..<60).map { _ in AlgoliaHosts(applicationID: "app").reads })
        #expect(orders.count > 1)
        // No part of an ID can extend beyond the host's name.
        #expect(
            AlgoliaHosts(applicationID: "a/b@c.d:1?#é").reads.first?.absoluteString
                == "https://abcd1-dsn.algolia.net")
    }

    @Test("A failed host is skipped for the next one, and for five minutes")
    func failing() async throws {
        hosts.set(name(0), 503)
        hosts.set(name(1), nil)
        _ = try await engine.searchData(request)
        #expect(hosts.hosts == [name(0), name(1), name(2)])
        hosts.forget()
        _ = try await engine.searchData(request)
        #expect(hosts.hosts == [name(2)])
        hosts.forget()
        hosts.set(name(0), 200)
        clock.advance(.seconds(299))
        _ = try await engine.searchData(request)
        #expect(hosts.hosts == [name(2)])
        hosts.forget()
        clock.advance(.seconds(2))
        _ = try await engine.searchData(request)
        #expect(hosts.hosts == [name(0)])
    }

    @Test("Each attempt has a longer timeout than the one before")
    func patience() async throws {
        hosts.set(name(0), nil)
        hosts.set(name(1), 500)
        _ = try await engine.searchData(request)
        #expect(hosts.timeouts.prefix(2) == [.seconds(5), .seconds(10)][...])
        #expect(hosts.timeouts.count == 3)
    }

    @Test("A status below 500 is final", arguments: [400, 401, 403, 404, 413, 429])
    func final(_ status: Int) async throws {
        hosts.set(name(0), status)
        let error = await #expect(throws: AlgoliaError.self) { try await engine.searchData(request) }
        #expect(error?.status == status)
        #expect(hosts.hosts == [name(0)])
    }

    @Test("If all hosts fail, the error is the last response or lists each host's failure")
    func allFail() async throws {
        for position in 0..<4 { hosts.set(name(position), 500 + position) }
        let error = await #expect(throws: AlgoliaError.self) { try await engine.searchData(request) }
        #expect(error?.status == 503)
        #expect(error?.message == "host \(name(3))")
        #expect(hosts.hosts == (0..<4).map(name))
        hosts.forget()
        for position in 0..<4 { hosts.set(name(position), nil) }
        let failure = await #expect(throws: NodesError.self) { try await engine.searchData(request) }
        #expect(failure?.failures.count == 4)
        // All are down, so all were tried.
        #expect(Set(hosts.hosts) == Set((0..<4).map(name)))
    }

    @Test("Writes fail over to the next host like reads")
    func writes() async throws {
        hosts.set("app.algolia.net", nil)
        hosts.set(name(1), 502)
        _ = try await engine.write(Self.write)
        #expect(hosts.hosts == ["app.algolia.net", name(1), name(2)])
    }

    @Test("A call has one deadline, however many hosts and attempts there are")
    func deadline() async throws {
        let engine = AlgoliaEngine(
            applicationID: "App", apiKey: "key", settings: .init(hosts: order, timeout: .seconds(12)),
            transport: hosts, clock: clock.clock)
        for position in 0..<4 { hosts.set(name(position), nil) }
        await #expect(throws: NodesError.self) { try await engine.searchData(request) }
        let expected: [Duration] = [.seconds(5), .seconds(10), .seconds(12), .seconds(12)]
        #expect(hosts.timeouts.elementsEqual(expected))
    }

    @Test("Hosts that never respond end a call at its deadline")
    func silence() async throws {
        let watchdog = Watchdog(seconds: 900, "a call to hosts that hang")
        defer { watchdog.stop() }
        let server = try LoopbackServer { _ in Reply.failing(.hang) }
        defer { server.stop() }
        let engine = AlgoliaEngine(
            applicationID: "A", apiKey: "k",
            settings: .init(
                hosts: AlgoliaHosts(reads: [server.url], writes: [server.url]), timeout: .milliseconds(300),
                searchTimeout: .milliseconds(100)))
        await #expect(throws: NodesError.self) { try await engine.searchData(request) }
    }

    @Test("Over real connections, the next host responds if one breaks the connection")
    func loopback() async throws {
        let broken = try LoopbackServer { _ in Reply.failing(.closeBeforeStatus) }
        let failing = try LoopbackServer { _ in .json(#"{"message":"down"}"#, status: 500) }
        let good = try LoopbackServer { _ in .json(Self.empty) }
        defer { for server in [broken, failing, good] { server.stop() } }
        let urls = [broken, failing, good].map(\.url)
        let engine = AlgoliaEngine(
            applicationID: "A", apiKey: "k",
            settings: .init(
                hosts: AlgoliaHosts(reads: urls, writes: urls), timeout: .seconds(900),
                searchTimeout: .seconds(300)))
        _ = try await engine.searchData(request)
        _ = try await engine.searchData(request)
        #expect(broken.requestCount >= 1)
        #expect(failing.requestCount == 1)
        #expect(good.requestCount == 2)
    }

    @Test("Cancelling a task ends its call immediately, and does not count as a failure of the host")
    func cancellation() async throws {
        let watchdog = Watchdog(seconds: 900, "a cancelled call")
        defer { watchdog.stop() }
        let arrived = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { _ in
            arrived.continuation.yield()
            return Reply.failing(.hang)
        }
        defer { server.stop() }
        let engine = AlgoliaEngine(
            applicationID: "A", apiKey: "k",
            // The other tests may keep all threads busy for longer than an attempt usually takes.
            settings: .init(
                hosts: AlgoliaHosts(reads: [server.url, server.url], writes: []), timeout: .seconds(900),
                searchTimeout: .seconds(900)))
        let request = request
        let task = Task { try await engine.searchData(request) }
        for await _ in arrived.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requestCount == 1)
    }
}
