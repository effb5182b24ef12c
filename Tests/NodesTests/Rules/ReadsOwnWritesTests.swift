import Foundation
import Quire
import QuireCluster
import Testing
import TransportDoubles

/// Reads that see what was written before.
@Suite struct ReadsOwnWritesTests {
    private let settings = NodeSettings(writePatience: .seconds(15), readsOwnWrites: true)
    private let question = LeaderQuestion(NodeCall(.get, "/debug", intent: .read)) { $0.status == 200 }

    /// Nodes of which one says that it leads; all take what they are sent.
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
        /// Lets a node respond to searches with 503, or no longer.
        func delay(_ node: Int, _ isNotReady: Bool) {
            lock.withLock { if isNotReady { notReady.insert(node) } else { notReady.remove(node) } }
        }
        /// What was asked since the last look: the node's number and the path.
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

    @Test("Before anything is written reads go in turn, and nobody is asked who leads")
    func nothingWritten() async throws {
        let cluster = Cluster(leader: 1)
        let pool = pool(cluster)
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(cluster.look() == ["0 /search", "1 /search", "2 /search"])
    }

    @Test("After a write reads go to the leader, which is asked for once per write")
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

    @Test("When another node leads, the next read after a write goes there")
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
        "Where the leader is down a read goes elsewhere, and while there is none, nobody is asked at every read"
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

    @Test("Where no node can be asked who leads, reads go to the node that took the last write")
    func lastWriter() async throws {
        let nodes = NodesDouble(.responses(200), .responses(200), .responses(200))
        let pool = nodes.pool(settings)
        _ = try await pool.send(.write)
        for _ in 0..<2 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 0, 0])
        nodes[0] = .fails(.connectionRefused)
        #expect(try await pool.send(.search).status == 200)
    }

    @Test("A write that was refused changes nothing about where reads go")
    func refused() async throws {
        let nodes = NodesDouble(.responses(422), .responses(200), .responses(200))
        let pool = nodes.pool(settings)
        _ = try await pool.send(.write)
        nodes[0] = .responses(200)
        nodes.forget()
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(Set(nodes.order) == [0, 1, 2])
    }

    @Test("What a write builds on is read from the leader, also before anything was written here")
    func latest() async throws {
        let cluster = Cluster(leader: 2)
        let pool = NodePool(cluster.urls, transport: cluster, leader: question, random: { 0.9999 })
        for _ in 0..<2 { #expect(try await pool.send(.latest).status == 200) }
        #expect(cluster.look() == ["0 /debug", "1 /debug", "2 /debug", "2 /search", "2 /search"])
    }

    @Test("It waits for a leader as a write does, asks no other node, and then says that there is none")
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

    @Test("A node that failed and leads after its pause is found, also while nothing else is asked for")
    func leaderAfterItsPause() async throws {
        let cluster = Cluster(leader: 0)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.latest)
        // Two nodes fail once, and are passed over; the third, a follower, stays well.
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

    @Test("A node that was not ready a moment ago is asked whether it leads, before its pause is over")
    func leaderWithinItsPause() async throws {
        let cluster = Cluster(leader: 0)
        let clock = ManualClock()
        let pool = pool(cluster, clock)
        _ = try await pool.send(.latest)
        cluster.fail(0)
        cluster.leader = nil
        // Right after the election the new leader puts a read off, and is passed over for it; the other one is well.
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

    @Test("A write goes to the leader where it is known, and elsewhere where that is down")
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

    @Test("Where no node can be asked who leads, it is a read like any other")
    func latestWithoutQuestion() async throws {
        let nodes = NodesDouble(.fails(.connectionLost), .responses(200))
        #expect(try await nodes.pool().send(.latest).status == 200)
        #expect(nodes.order == [0, 1])
    }
}
