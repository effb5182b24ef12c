import Foundation
import Quire
import QuireCluster
import QuireHTTP
import Testing
import TransportDoubles

@testable import QuireCluster

/// Reads over the nodes of a cluster.
@Suite struct ReadTests {
    @Test("Reads rotate over the nodes")
    func turns() async throws {
        let nodes = NodesDouble(.responses(200), .responses(200), .responses(200))
        let pool = nodes.pool()
        for _ in 0..<7 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 1, 2, 0, 1, 2, 0])
    }

    @Test("Clients begin at different nodes")
    func firstTurns() async throws {
        var generator = SeededGenerator(seed: 5)
        var first: Set<Int> = []
        for _ in 0..<50 {
            let nodes = NodesDouble(.responses(200), .responses(200), .responses(200))
            let numbers = (0..<3).map { _ in Double.random(in: 0..<1, using: &generator) }
            let index = Log()
            let pool = NodePool(nodes.urls, transport: nodes, clock: nodes.clock.clock) {
                index.add("")
                return numbers[(index.lines.count - 1) % 3]
            }
            _ = try await pool.send(.search)
            first.formUnion(nodes.order)
        }
        #expect(first == [0, 1, 2])
    }

    @Test(
        "If a node accepts no connections, the next one is tried immediately",
        arguments: [
            TransportError.Kind.connectionRefused, .connectionLost, .hostNotFound, .insecure,
            .invalidResponse,
        ])
    func noResponse(_ kind: TransportError.Kind) async throws {
        let nodes = NodesDouble(.fails(kind), .responses(200))
        #expect(try await nodes.pool().send(.search).status == 200)
        #expect(nodes.order == [0, 1])
        #expect(nodes.clock.slept.isEmpty)
    }

    @Test(
        "A status that another node may avoid moves on to the next node",
        arguments: [408, 429, 500, 502, 503, 504])
    func statuses(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status), .responses(200))
        #expect(try await nodes.pool().send(.search).status == 200)
        #expect(nodes.order == [0, 1])
    }

    @Test("Any other status is the response", arguments: [200, 201, 304, 400, 401, 403, 404, 409, 413, 422])
    func finalStatuses(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status), .responses(200))
        let pool = nodes.pool()
        #expect(try await pool.send(.search).status == status)
        #expect(nodes.order == [0])
        #expect(pool.status.allSatisfy { $0.isHealthy })
    }

    @Test("A node that hangs delays a read by one attempt")
    func hanging() async throws {
        let nodes = NodesDouble(.hangs, .respondsAfter(.milliseconds(3), 200))
        let start = nodes.clock.clock.now()
        _ = try await nodes.pool(NodeSettings(attemptTimeout: .seconds(1))).send(.search)
        #expect(nodes.order == [0, 1])
        #expect(nodes.attempts.map(\.time) == [.seconds(1), .seconds(1)])
        #expect(start.duration(to: nodes.clock.clock.now()) == .milliseconds(1_003))
    }

    @Test("A failed node is skipped for its pause; then a read tries it")
    func pause() async throws {
        let nodes = NodesDouble(.fails(.connectionRefused), .responses(200), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        nodes[0] = .responses(200)
        nodes.clock.advance(.milliseconds(4_999))
        nodes.forget()
        for _ in 0..<4 { _ = try await pool.send(.search) }
        #expect(nodes.order == [2, 1, 2, 1])
        nodes.clock.advance(.milliseconds(1))
        nodes.forget()
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 2, 1])
        #expect(pool.status.allSatisfy { $0.isHealthy })
    }

    @Test("After the pause, exactly one read tries the node, and the others go elsewhere")
    func halfOpen() async throws {
        let watchdog = Watchdog(seconds: 900, "the one read that tries a node")
        defer { watchdog.stop() }
        let nodes = NodesDouble(.fails(.connectionLost), .responses(200), .responses(200))
        let pool = nodes.pool()
        for _ in 0..<2 { _ = try await pool.send(.search) }
        nodes.clock.advance(.seconds(5))
        nodes.forget()
        let turnstile = Turnstile()
        nodes[0] = .waits(turnstile)
        async let probe = pool.send(.search)
        await turnstile.arrival()
        for _ in 0..<6 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 1, 2, 1, 2, 1, 2])
        #expect(pool.status[0].reads == .trying)
        await turnstile.open()
        #expect(try await probe.status == 200)
        #expect(pool.status[0].reads == .healthy)
    }

    @Test("A failed retry pauses the node again, and its read gets its response from another")
    func failedProbe() async throws {
        let nodes = NodesDouble(.fails(.connectionLost), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        nodes.clock.advance(.seconds(5))
        nodes.forget()
        #expect(try await pool.send(.search).status == 200)
        _ = try await pool.send(.search)
        #expect(nodes.order == [0, 1, 1])
        nodes.clock.advance(.seconds(5))
        nodes[0] = .responses(200)
        nodes.forget()
        _ = try await pool.send(.search)
        #expect(nodes.order == [0])
    }

    @Test("A cancelled retry leaves the retry to the next read")
    func cancelledProbe() async throws {
        let nodes = NodesDouble(.fails(.connectionLost), .responses(200))
        let pool = nodes.pool()
        _ = try await pool.send(.search)
        nodes.clock.advance(.seconds(5))
        nodes[0] = .cancels
        await #expect(throws: CancellationError.self) { try await pool.send(.search) }
        nodes[0] = .responses(200)
        nodes.forget()
        for _ in 0..<2 { _ = try await pool.send(.search) }
        #expect(nodes.order == [1, 0])
    }

    @Test("If all nodes are paused, all are tried anyway")
    func allPaused() async throws {
        let nodes = NodesDouble(.fails(.connectionLost), .fails(.connectionRefused))
        let pool = nodes.pool()
        #expect(await failure { try await pool.send(.search) } != nil)
        nodes[1] = .responses(200)
        nodes.forget()
        #expect(try await pool.send(.search).status == 200)
        #expect(nodes.order.last == 1)
        #expect(nodes.order.count <= 2)
    }

    @Test("A read tries each node at most twice, with a wait between the passes, and reports each attempt")
    func bound() async throws {
        let nodes = NodesDouble(.hangs, .responses(503), .fails(.connectionRefused))
        let error = try #require(
            await failure {
                try await nodes.pool(NodeSettings(attemptTimeout: .seconds(1), readPatience: .zero)).send(
                    .search)
            })
        #expect(nodes.order == [0, 1, 2, 0, 1, 2])
        #expect(nodes.clock.slept.count == 1)
        #expect(nodes.clock.slept.allSatisfy { $0 >= .milliseconds(50) && $0 <= .milliseconds(100) })
        #expect(error.cause == .allFailed)
        #expect(error.isOutage)
        #expect(error.attempts == 6)
        #expect(
            error.failures.map(\.reason) == [
                .transport(.timedOut), .status(503), .transport(.connectionRefused),
            ])
    }

    @Test("While a node reports that it is not ready, a read waits longer")
    func notReady() async throws {
        let nodes = NodesDouble(
            .respondsFrom(.seconds(5), 200, before: 503), .respondsFrom(.seconds(6), 200, before: 503),
            .fails(.connectionRefused))
        #expect(try await nodes.pool(NodeSettings(readPatience: .seconds(10))).send(.search).status == 200)
        #expect(nodes.clock.slept.allSatisfy { $0 <= .milliseconds(500) })

        let never = NodesDouble(.responses(503), .fails(.connectionRefused))
        let error = try #require(
            await failure { try await never.pool(NodeSettings(readPatience: .seconds(10))).send(.search) })
        #expect(error.elapsed <= .seconds(10) && error.elapsed > .seconds(9))

        let broken = NodesDouble(.responses(500), .fails(.connectionRefused))
        _ = await failure { try await broken.pool(NodeSettings(readPatience: .seconds(10))).send(.search) }
        #expect(broken.order == [0, 1, 0, 1] || broken.order == [0, 1, 1, 0])
    }

    @Test("The last attempt may use the remaining time, and so may each if there is only one node")
    func lastAttempt() async throws {
        let nodes = NodesDouble(.hangs, .hangs)
        let settings = NodeSettings(timeout: .seconds(30), attemptTimeout: .seconds(2))
        _ = await failure { try await nodes.pool(settings).send(.search) }
        #expect(nodes.attempts.prefix(3).map(\.time) == [.seconds(2), .seconds(2), .seconds(2)])
        #expect(try #require(nodes.attempts.last?.time) > .seconds(23))
        #expect(nodes.attempts.count == 4)

        let slow = NodesDouble(.respondsAfter(.seconds(20), 200))
        #expect(try await slow.pool(settings).send(.search).status == 200)
        #expect(slow.order == [0])
    }

    @Test("All attempts and waits stay within one deadline")
    func deadline() async throws {
        let nodes = NodesDouble(.hangs, .hangs, .hangs)
        let start = nodes.clock.clock.now()
        let error = try #require(
            await failure {
                try await nodes.pool().send(.search, deadline: Deadline(start + .seconds(3)))
            })
        #expect(error.cause == .timedOut)
        #expect(start.duration(to: nodes.clock.clock.now()) == .seconds(3))
        #expect(nodes.attempts.map(\.time) == [.seconds(2), .seconds(1)])
    }

    @Test("A short deadline does not pause a node")
    func shortDeadline() async throws {
        let nodes = NodesDouble(.respondsAfter(.seconds(1), 200), .responses(200))
        let pool = nodes.pool(NodeSettings(attemptTimeout: .seconds(2)))
        let soon = Deadline(nodes.clock.clock.now() + .milliseconds(20))
        #expect(await failure { try await pool.send(.search, deadline: soon) } != nil)
        #expect(pool.status[0].isHealthy)
        #expect(pool.status[0].lastFailure?.reason == .transport(.timedOut))
    }

    @Test("A late failure of an attempt does not pause a node that has responded since")
    func lateFailure() async throws {
        let start = ContinuousClock.now
        var marks = NodeMarks(order: [0], startsAtFirst: false)
        let failure = NodeFailure(address: "", reason: .transport(.timedOut), date: Date())
        _ = marks.succeeded(0, .read, startedAt: start + .seconds(1))
        let isNew = marks.failed(
            0, [.read], failure: failure, startedAt: start, at: start + .seconds(2), pause: .seconds(5))
        #expect(!isNew)
        #expect(marks.isHealthy(0, .read))
        _ = marks.failed(
            0, [.read], failure: failure, startedAt: start + .seconds(2), at: start + .seconds(4),
            pause: .seconds(5))
        #expect(!marks.isHealthy(0, .read))
    }

    @Test(
        "An error that no node could avoid is thrown unchanged, after one attempt",
        arguments: [
            TransportError.Kind.responseTooLarge, .invalidRequest,
        ])
    func final(_ kind: TransportError.Kind) async throws {
        let nodes = NodesDouble(.fails(kind), .responses(200))
        let pool = nodes.pool()
        await #expect(throws: TransportError.self) { try await pool.send(.search) }
        #expect(nodes.order == [0])
        #expect(pool.status[0].isHealthy)
    }

    @Test("Cancellation ends a call immediately")
    func cancellation() async throws {
        let nodes = NodesDouble(.cancels, .responses(200))
        await #expect(throws: CancellationError.self) { try await nodes.pool().send(.search) }
        #expect(nodes.order == [0])

        let watchdog = Watchdog(seconds: 900, "the cancelled call")
        defer { watchdog.stop() }
        let waiting = NodesDouble(.responses(200), .responses(200))
        let turnstile = Turnstile()
        waiting[0] = .waits(turnstile)
        let pool = waiting.pool()
        let task = Task { try await pool.send(.search) }
        await turnstile.arrival()
        task.cancel()
        await turnstile.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(waiting.order == [0])
    }

    @Test("A pool without nodes is an error")
    func noNodes() async throws {
        let pool = NodePool([], transport: ScriptedTransport([]))
        let error = try #require(await failure { try await pool.send(.search) })
        #expect(error.cause == .noNodes)
        #expect(!error.isOutage)
        #expect(error.description.contains("at least one node"))
    }
}
