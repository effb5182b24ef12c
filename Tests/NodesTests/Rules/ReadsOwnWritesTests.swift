import Foundation
import Quire
import QuireCluster
import QuireHTTP
import Testing
import TransportDoubles

/// Reads that see earlier writes.
@Suite struct ReadsOwnWritesTests {
    private let settings = NodeSettings(writePatience: .seconds(15), readsOwnWrites: true)
    private let question = LeaderQuestion(NodeCall(.get, "/debug", intent: .read)) { $0.status == 200 }

    /// Nodes of which one reports that it leads; all accept writes.
    private final class Cluster: Transport, @unchecked Sendable {
        private let lock = NSLock()
        private var log: [String] = []
        private var leading: Int?
        private var down: Set<Int> = []
        private var notReady: Set<Int> = []
        let urls = (0..<3).compactMap { URL(string: "http://node\($0):1") }

        init(leader: Int?) { leading = leader }

        var leader: Int? {
            get { lock.withLock { leading } }
            set { lock.withLock { leading = newValue } }
        }
        func fail(_ node: Int) { _ = lock.withLock { down.insert(node) } }
        func mend(_ node: Int) { _ = lock.withLock { down.remove(node) } }
        /// Makes a node respond to searches with 503, or stops that.
        func delay(_ node: Int, _ isNotReady: Bool) {
            lock.withLock { if isNotReady { notReady.insert(node) } else { notReady.remove(node) } }
        }
        /// The requests since the last call: the node's number and the path.
        func look() -> [String] {
            lock.withLock {
                defer { log = [] }
                return log
            }
        }

        func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
            let node = urls.firstIndex { $0.host() == request.url.host() } ?? -1
            let (isDown, leads, isNotReady) = lock.withLock {
                log.append("\(node) \(request.url.path())")
                return (down.contains(node), leading == node, notReady.contains(node))
            }
            if isDown { throw TransportError(.connectionRefused, request) }
            if isNotReady, request.url.path() == "/search" { return HTTPResponse(status: 503) }
            return HTTPResponse(status: request.url.path() == "/debug" && !leads ? 404 : 200)
        }

        func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
            HTTPStream(try await send(request, deadline: deadline))
        }
    }

    private func pool(_ cluster: Cluster, _ clock: ManualClock = ManualClock()) -> NodePool {
        NodePool(
            cluster.urls, settings: settings, transport: cluster, leader: question, clock: clock.clock,
            random: { 0.9999 })
    }

    @Test("Before any write, reads rotate, and no node is asked for the leader")
    func nothingWritten() async throws {
        let cluster = Cluster(leader: 1)
        let pool = pool(cluster)
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(cluster.look() == ["0 /search", "1 /search", "2 /search"])
    }

    @Test("After a write, reads go to the leader, which is looked up once per write")
    func pinned() async throws {
        let cluster = Cluster(leader: 1)
        let pool = pool(cluster)
        _ = try await pool.send(.write)
        _ = cluster.look()
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(cluster.look() == ["0 /debug", "1 /debug", "1 /search", "1 /search", "1 /search"])
        _ = try await pool.send(.write)
        _ = try await pool.send(.write)
        _ = cluster.look()
        _ = try await pool.send(.search)
        #expect(cluster.look() == ["1 /debug", "1 /search"])
    }

    @Test("If another node becomes leader, the next read after a write goes there")
    func newLeader() async throws {
        let cluster = Cluster(leader: 1)
        let pool = pool(cluster)
        _ = try await pool.send(.write)
        _ = try await pool.send(.search)
        cluster.leader = 2
        _ = try await pool.send(.write)
        _ = cluster.look()
        _ = try await pool.send(.search)
        #expect(cluster.look().last == "2 /search")
    }

    @Test(
        "If the leader is down, a read goes elsewhere; without a leader, not every read looks it up"
    )
    func election() async throws {
        let cluster = Cluster(leader: 1)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.write)
        _ = try await pool.send(.search)
        cluster.fail(1)
        cluster.leader = nil
        _ = cluster.look()
        for _ in 0..<3 { #expect(try await pool.send(.search).status == 200) }
        let asked = cluster.look()
        #expect(asked.filter { $0.hasSuffix("/debug") }.count == 2)
        #expect(asked.filter { $0 == "1 /search" }.count == 1)
        cluster.leader = 2
        clock.advance(.seconds(1))
        _ = try await pool.send(.search)
        #expect(cluster.look().last == "2 /search")
    }

    @Test("If no node can report the leader, reads go to the node that accepted the last write")
    func lastWriter() async throws {
        let nodes = NodesDouble(.responses(200), .responses(200), .responses(200))
        let pool = nodes.pool(settings)
        _ = try await pool.send(.write)
        for _ in 0..<2 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 0, 0])
        nodes[0] = .fails(.connectionRefused)
        #expect(try await pool.send(.search).status == 200)
    }

    @Test("A rejected write does not change where reads go")
    func refused() async throws {
        let nodes = NodesDouble(.responses(422), .responses(200), .responses(200))
        let pool = nodes.pool(settings)
        _ = try await pool.send(.write)
        nodes[0] = .responses(200)
        nodes.forget()
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(Set(nodes.order) == [0, 1, 2])
    }

    @Test("The item that a write builds on is read from the leader, even before any write here")
    func latest() async throws {
        let cluster = Cluster(leader: 2)
        let pool = NodePool(cluster.urls, transport: cluster, leader: question, random: { 0.9999 })
        for _ in 0..<2 { #expect(try await pool.send(.latest).status == 200) }
        #expect(cluster.look() == ["0 /debug", "1 /debug", "2 /debug", "2 /search", "2 /search"])
    }

    @Test("It waits for a leader like a write, tries no other node, and then reports that there is none")
    func latestWithoutLeader() async throws {
        let cluster = Cluster(leader: 0)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.latest)
        cluster.fail(0)
        cluster.leader = nil
        _ = cluster.look()
        let error = try #require(await failure { try await pool.send(.latest) })
        #expect(error.cause == .noLeader)
        #expect(error.elapsed <= .seconds(15) && error.elapsed > .seconds(14))
        let asked = cluster.look()
        #expect(asked.first == "0 /search")
        #expect(asked.dropFirst().allSatisfy { $0.hasSuffix("/debug") })
        cluster.leader = 1
        #expect(try await pool.send(.latest).status == 200)
        #expect(cluster.look().last == "1 /search")
    }

    @Test("A failed node that leads after its pause is found, even without other requests")
    func leaderAfterItsPause() async throws {
        let cluster = Cluster(leader: 0)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.latest)
        // Two nodes fail once and are paused; the third, a follower, stays healthy.
        cluster.fail(0)
        cluster.fail(1)
        cluster.leader = nil
        #expect(try #require(await failure { try await pool.send(.latest) }).cause == .noLeader)
        cluster.mend(1)
        cluster.leader = 1
        _ = cluster.look()
        #expect(try await pool.send(.latest).status == 200)
        #expect(cluster.look().last == "1 /search")
    }

    @Test("A node that was not ready a moment ago is asked whether it leads, before its pause ends")
    func leaderWithinItsPause() async throws {
        let cluster = Cluster(leader: 0)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.latest)
        cluster.fail(0)
        cluster.leader = nil
        // Right after the election, the new leader delays a read and is paused for it; the other one is healthy.
        cluster.delay(1, true)
        var isPaused = false
        for _ in 0..<3 where !isPaused {
            _ = try await pool.send(.search)
            if case .paused = pool.status[1].reads { isPaused = true }
        }
        #expect(isPaused)
        cluster.delay(1, false)
        cluster.leader = 1
        _ = cluster.look()
        let start = clock.clock.now()
        #expect(try await pool.send(.latest).status == 200)
        #expect(cluster.look().last == "1 /search")
        #expect(start.duration(to: clock.clock.now()) <= .milliseconds(500))
    }

    @Test("A write goes to the known leader, and elsewhere if that is down")
    func writesToLeader() async throws {
        let cluster = Cluster(leader: 2)
        let pool = pool(cluster)
        _ = try await pool.send(.latest)
        _ = cluster.look()
        for _ in 0..<3 { _ = try await pool.send(.write) }
        #expect(cluster.look() == ["2 /documents", "2 /documents", "2 /documents"])
        cluster.fail(2)
        #expect(try await pool.send(.write).status == 200)
        #expect(cluster.look() == ["2 /documents", "0 /documents"])
    }

    @Test("If no node can report the leader, it is a read like any other")
    func latestWithoutQuestion() async throws {
        let nodes = NodesDouble(.fails(.connectionLost), .responses(200))
        #expect(try await nodes.pool().send(.latest).status == 200)
        #expect(nodes.order == [0, 1])
    }
}
