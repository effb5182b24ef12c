import Foundation
import Quire
import QuireCluster
import QuireHTTP
import Testing
import TransportDoubles

/// A node that sends Retry-After.
@Suite struct RetryAfterTests {
    @Test(
        "A node is not tried before its Retry-After, even if all others fail", arguments: [429, 503])
    func held(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status, ["Retry-After": "8"]), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        nodes[1] = .fails(.connectionRefused)
        nodes.clock.advance(.seconds(6))
        nodes.forget()
        let deadline = Deadline(nodes.clock.clock.now() + .seconds(1))
        #expect(await failure { try await pool.send(.search, deadline: deadline) } != nil)
        #expect(nodes.order == [1, 1])
        nodes[0] = .responses(200)
        nodes.clock.advance(.seconds(2))
        nodes.forget()
        #expect(try await pool.send(.search).status == 200)
        #expect(nodes.order.contains(0))
    }

    @Test("If all nodes send Retry-After, a call waits for the first of them, within its deadline")
    func allHeld() async throws {
        let nodes = NodesDouble(
            .responses(429, ["Retry-After": "7"]), .responses(503, ["Retry-After": "3"]))
        let pool = nodes.pool()
        let start = nodes.clock.clock.now()
        #expect(
            await failure { try await pool.send(.search, deadline: Deadline(start + .seconds(2))) } != nil)
        nodes[0] = .responses(200)
        nodes[1] = .responses(200)
        nodes.forget()
        #expect(try await pool.send(.search, deadline: Deadline(start + .seconds(20))).status == 200)
        #expect(nodes.order == [1])
        let asked = try #require(nodes.attempts.first).start
        #expect(start.duration(to: asked) >= .seconds(3))
    }

    @Test("A date is accepted as well as seconds, and other statuses are ignored")
    func forms() async throws {
        let nodes = NodesDouble(
            .responses(503, ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"]),
            .responses(500, ["Retry-After": "60"]), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        nodes.clock.advance(.seconds(5))
        let reads = pool.status.map(\.reads)
        #expect(reads[0] == .paused(until: nodes.clock.clock.date().addingTimeInterval(55)))
        #expect(reads[1] == .trying)
    }

    @Test("A write waits for Retry-After, within its patience")
    func write() async throws {
        let nodes = NodesDouble(.responses(503, ["Retry-After": "4"]))
        let pool = nodes.pool(NodeSettings(writePatience: .seconds(15)))
        let error = try #require(await failure { try await pool.send(.write) })
        #expect(error.cause == .notTaken)
        let starts = nodes.attempts.map(\.start)
        for (earlier, later) in zip(starts, starts.dropFirst()) {
            #expect(earlier.duration(to: later) >= .seconds(4))
        }
        #expect(starts.count == 4)
    }
}
