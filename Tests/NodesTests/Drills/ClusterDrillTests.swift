import Foundation
import Quire
import QuireCluster
import QuireTypesense
import SampleModules
import SearchServers
import Testing
import TransportDoubles

/// Three real nodes lose each other under load: no read fails, no acknowledged write is lost, and writes resume.
///
/// Reads are typed searches. Writes are whole items with unique ids, and changes of one item, through the engine. A
/// read that finds too few items came from a node that has just started, and is counted separately. The times are
/// printed and not asserted: the length of an election depends on the cluster and the machine.
@Suite(.serialized) struct ClusterDrillTests {
    /// A drill whose load is running, and the moment of its fault.
    private struct Course {
        var cluster: DrillCluster
        var load: DrillLoad
        var nodes: TypesenseCluster { cluster.nodes }
    }

    /// Runs a drill under load, and then looks for every acknowledged write on each node separately.
    ///
    /// - Parameter mayComeLate: Whether a node is suspended during the drill. A write that reached that node at the
    ///   last moment is done elsewhere, and once more when the node continues: an older version of an item may then
    ///   replace a newer one. No client can prevent this. The test prints it, and still requires every item that was
    ///   written once.
    private func drill(
        _ name: String, age: Int, mayComeLate: Bool = false, _ body: (Course) async throws -> String
    ) async throws {
        let watchdog = Watchdog(seconds: 900, "the drill \"\(name)\"")
        defer { watchdog.stop() }
        let cluster = try await DrillCluster.shared.value
        // On a busy machine, an election may take longer than an app would wait.
        let settings = NodeSettings(
            timeout: .seconds(70), writePatience: .seconds(60), readPatience: .seconds(30))
        let load = try await DrillLoad(cluster.engine(settings), age: age)
        try await load.pass(reads: 60, writes: 20)
        var facts: String
        do {
            facts = try await body(Course(cluster: cluster, load: load))
        } catch {
            await load.stop()
            throw error
        }
        await load.stop()
        let figures = load.figures
        #expect(figures.failedReads == 0, "\(figures.failures.prefix(5))")
        #expect(figures.failedWrites == 0, "\(figures.failures.prefix(5))")
        var missing = try await self.missing(figures, age: age, of: cluster)
        if mayComeLate, let late = missing.first(where: { $0.isCounter }) {
            facts += "; an older change came late: \(late)"
            missing.removeAll { $0.isCounter }
        }
        // Nodes copy acknowledged writes among themselves. A write that two of three nodes have is not lost, but reads
        // of the third miss it: Typesense 0.24.1 has once left such a gap after a restart. No client can prevent this.
        let lost = missing.filter { item in missing.count { $0.id == item.id } > 1 }
        #expect(lost.isEmpty, "acknowledged, but missing on most nodes: \(lost)")
        if lost.isEmpty, !missing.isEmpty {
            withKnownIssue("A node of Typesense lacks acknowledged writes", isIntermittent: true) {
                Issue.record("\(missing)")
            }
        }
        print(
            """
            drill, \(name): \(figures.reads.count) reads, \(figures.failedReads) failed, the slowest \
            \(ms(figures.slowestRead)) ms, \(figures.staleReads) of a node that had not caught up; \(figures.acknowledged.count) items and \(figures.counter) changes of one \
            written, \(figures.failedWrites) failed, \(lost.count) lost; at most \(ms(figures.longestGap)) ms between two \
            writes\(facts.isEmpty ? "" : "; " + facts)
            """)
    }

    /// An acknowledged write that a node lacks.
    private struct MissingWrite: CustomStringConvertible {
        var id: String
        var node: Int
        var facts: String
        var isCounter: Bool { id == "counter" }
        var description: String { "node \(node): \(id), \(facts)" }
    }

    /// Acknowledged writes that nodes lack after they had time to catch up.
    private func missing(
        _ figures: DrillFigures, age: Int, of cluster: DrillCluster
    ) async throws -> [MissingWrite] {
        var found: [MissingWrite] = []
        for node in 0..<3 {
            let client = cluster.client(of: node)
            var missing = Set(figures.acknowledged.map(\.id))
            var counter = 0
            let start = ContinuousClock.now
            while !missing.isEmpty || counter < figures.counter {
                if let books = try? await client.ids(Books.query().where(\.age == age)) {
                    missing.subtract(books.map(\.rawValue))
                }
                if let book = try? await client.first(
                    Books.query().where(\.title == "counter").where(\.age == age))
                {
                    counter = book.rank ?? 0
                }
                if ContinuousClock.now - start > .seconds(missing.isEmpty ? 10 : 120) { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            for (position, item) in figures.acknowledged.enumerated() where missing.contains(item.id) {
                let isStored = try await client.item(ifExists: ContentID<Books>(item.id)) != nil
                let facts =
                    "acknowledged as \(position + 1) of \(figures.acknowledged.count), "
                    + (isStored ? "is stored, and a search does not find it" : "is not stored")
                found.append(MissingWrite(id: item.id, node: node, facts: facts))
            }
            if counter < figures.counter {
                found.append(
                    MissingWrite(id: "counter", node: node, facts: "is \(counter), not \(figures.counter)"))
            }
        }
        return found
    }

    private func ms(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Waits for a different leader, and returns when it was seen.
    private func election(
        _ nodes: TypesenseCluster, without old: Int
    ) async throws -> ContinuousClock.Instant {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(90) {
            if let leader = try await nodes.leader(without: old), leader != old { return .now }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw DrillFailure("no other node leads after 90 s")
    }

    private func times(
        _ load: DrillLoad, struck: ContinuousClock.Instant, elected: ContinuousClock.Instant
    ) -> String {
        let figures = load.figures
        let resumed = figures.resumed(after: elected) ?? elected
        let failed = figures.attempts(from: elected, to: resumed)
        return "another leader after \(ms(struck.duration(to: elected))) ms, the next write "
            + "\(ms(elected.duration(to: resumed))) ms later\(failed.isEmpty ? "" : " (until then: \(failed))")"
    }

    // MARK: - The drills

    @Test("Killing a leader loses no read and no acknowledged write, and writes resume")
    func leaderKilled() async throws {
        try await drill("leader killed", age: 101) { course in
            let leader = try await course.nodes.waitForLeader()
            let struck = ContinuousClock.now
            try await course.nodes.kill(leader)
            let elected = try await election(course.nodes, without: leader)
            try await course.load.pass(reads: 30, writes: 20)
            let facts = times(course.load, struck: struck, elected: elected)
            try await course.nodes.restart(leader)
            try await course.load.pass(reads: 30, writes: 20)
            return facts
        }
    }

    @Test("Killing a follower loses nothing, and the follower returns to the rotation")
    func followerKilled() async throws {
        try await drill("follower killed", age: 102) { course in
            let follower = try await (course.nodes.waitForLeader() + 1) % 3
            try await course.nodes.kill(follower)
            try await course.load.pass(reads: 150, writes: 50)
            try await course.nodes.restart(follower)
            try await course.load.pass(reads: 100, writes: 20)
            return ""
        }
    }

    @Test("A suspended follower delays single reads by one attempt's timeout")
    func followerFrozen() async throws {
        try await drill("follower frozen", age: 103, mayComeLate: true) { course in
            let follower = try await (course.nodes.waitForLeader() + 1) % 3
            course.nodes.freeze(follower)
            defer { course.nodes.thaw(follower) }
            try await course.load.pass(reads: 300, writes: 100)
            return ""
        }
    }

    @Test("While a leader is suspended, writes wait for another, and none is lost when it continues")
    func leaderFrozen() async throws {
        try await drill("leader frozen", age: 104, mayComeLate: true) { course in
            let leader = try await course.nodes.waitForLeader()
            let struck = ContinuousClock.now
            course.nodes.freeze(leader)
            defer { course.nodes.thaw(leader) }
            let elected = try await election(course.nodes, without: leader)
            try await course.load.pass(reads: 30, writes: 20)
            let facts = times(course.load, struck: struck, elected: elected)
            course.nodes.thaw(leader)
            try await course.load.pass(reads: 60, writes: 40)
            return facts
        }
    }

    @Test(
        "Without a majority, reads continue and a write fails with a clear error; with a majority, writes resume"
    )
    func quorum() async throws {
        try await drill("majority lost", age: 105) { course in
            let leader = try await course.nodes.waitForLeader()
            let other = (leader + 1) % 3
            try await course.nodes.kill(leader)
            try await course.nodes.kill(other)
            let impatient = ContentClient(
                engine: course.cluster.engine(NodeSettings(writePatience: .seconds(3))))
            let start = ContinuousClock.now
            let error = await #expect(throws: NodesError.self) {
                try await impatient.createOrUpdate(
                    Book(id: "never", name: "never", values: Books.Values(title: "never", age: 1)))
            }
            let patience = ContinuousClock.now - start
            #expect(error?.description.contains("more than half of its nodes") ?? false, "\(error as Any)")
            try await course.load.pass(reads: 60, writes: 0)
            let struck = ContinuousClock.now
            try await course.nodes.restart(other)
            let elected = try await election(course.nodes, without: leader)
            try await course.load.pass(reads: 30, writes: 20)
            let facts = times(course.load, struck: struck, elected: elected)
            try await course.nodes.restart(leader)
            try await course.load.pass(reads: 30, writes: 20)
            return
                "the write with a patience of 3 s failed after \(ms(patience)) ms; from the restart of a node on: "
                + facts
        }
    }

    @Test("All nodes can be restarted one after the other under load")
    func rollingRestart() async throws {
        try await drill("rolling restart", age: 106) { course in
            for node in 0..<3 {
                try await course.nodes.shutDown(node)
                try await course.load.pass(reads: 30, writes: 0)
                try await course.nodes.restart(node)
                try await course.nodes.waitForLeader()
                try await course.load.pass(reads: 30, writes: 20)
            }
            return ""
        }
    }

    @Test("An engine that reads its own writes finds each immediately")
    func readsOwnWrites() async throws {
        let cluster = try await DrillCluster.shared.value
        let client = ContentClient(engine: cluster.engine(NodeSettings(readsOwnWrites: true)))
        for number in 0..<40 {
            let title = "own-\(number)"
            try await client.createOrUpdate(
                Book(id: ContentID(title), name: title, values: Books.Values(title: title, age: 200)))
            #expect(try await client.count(Books.query().where(\.title == title)) == 1)
        }
    }
}
