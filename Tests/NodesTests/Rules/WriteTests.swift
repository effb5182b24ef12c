import Foundation
import Quire
import QuireCluster
import QuireHTTP
import Testing
import TransportDoubles

/// Writes over the nodes of a cluster, during elections.
@Suite struct WriteTests {
    @Test("A write is retried until a node accepts it, within half a second of its election")
    func election() async throws {
        let nodes = NodesDouble(
            .respondsFrom(.seconds(9), 201, before: 500), .respondsFrom(.seconds(9), 201, before: 503),
            .fails(.connectionRefused))
        #expect(try await nodes.pool().send(.write).status == 201)
        let taken = try #require(nodes.attempts.last).start
        #expect(nodes.clock.start.duration(to: taken) >= .seconds(9))
        #expect(nodes.clock.start.duration(to: taken) <= .milliseconds(9_500))
        let slept = nodes.clock.slept
        #expect(try #require(slept.first) <= .milliseconds(100))
        #expect(slept.allSatisfy { $0 >= .milliseconds(50) && $0 <= .milliseconds(500) })
        #expect(slept.dropFirst(4).allSatisfy { $0 >= .milliseconds(250) })
    }

    @Test("If no node accepts a write, it fails after its patience, and states the remedy")
    func patience() async throws {
        let nodes = NodesDouble(.responses(500), .responses(500), .fails(.connectionRefused))
        let settings = NodeSettings(writePatience: .seconds(15))
        let error = try #require(await failure { try await nodes.pool(settings).send(.write) })
        #expect(error.cause == .notTaken)
        #expect(error.elapsed <= .seconds(15))
        #expect(error.elapsed > .seconds(14))
        #expect(error.description.contains("more than half of its nodes"))
        #expect(error.lastResponse?.status == 500 || error.lastError?.kind == .connectionRefused)
    }

    @Test("Without patience, a write tries each node once")
    func noPatience() async throws {
        let nodes = NodesDouble(.responses(500), .fails(.connectionLost))
        #expect(
            await failure { try await nodes.pool(NodeSettings(writePatience: .zero)).send(.write) } != nil)
        #expect(nodes.order == [0, 1])
        #expect(nodes.clock.slept.isEmpty)
    }

    @Test("A patience longer than the deadline ends with the deadline")
    func deadline() async throws {
        let nodes = NodesDouble(.responses(500))
        let settings = NodeSettings(timeout: .seconds(3), writePatience: .seconds(60))
        let error = try #require(await failure { try await nodes.pool(settings).send(.write) })
        #expect(error.elapsed <= .seconds(3))
    }

    @Test(
        "A write is never retried after a final response",
        arguments: [200, 201, 400, 401, 403, 404, 409, 422])
    func final(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status), .responses(200))
        #expect(try await nodes.pool().send(.write).status == status)
        #expect(nodes.order == [0])
    }

    @Test(
        "A non-repeatable write is retried only if the connection was refused",
        arguments: [
            TransportError.Kind.timedOut, .connectionLost, .invalidResponse, .other,
        ])
    func once(_ kind: TransportError.Kind) async throws {
        let nodes = NodesDouble(.fails(.connectionRefused), .responses(201))
        #expect(try await nodes.pool().send(.once).status == 201)
        #expect(nodes.order == [0, 1])

        let lost = NodesDouble(.fails(kind), .responses(201))
        let error = try #require(await failure { try await lost.pool().send(.once) })
        #expect(lost.order == [0])
        #expect(error.cause == .outcomeUnknown)
        #expect(error.description.contains("Check whether it was done"))
    }

    @Test(
        "A non-repeatable write returns whatever status it got", arguments: [408, 429, 500, 503])
    func onceStatus(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status), .responses(201))
        #expect(try await nodes.pool().send(.once).status == status)
        #expect(nodes.order == [0])
    }

    @Test("A non-repeatable write has the whole deadline for its attempt")
    func onceTime() async throws {
        let nodes = NodesDouble(.respondsAfter(.seconds(25), 201), .responses(201))
        #expect(try await nodes.pool(NodeSettings(timeout: .seconds(30))).send(.once).status == 201)
    }

    @Test("A write that hangs times out, and another node is tried; a large body has more time")
    func hanging() async throws {
        let nodes = NodesDouble(.hangs, .responses(201))
        let settings = NodeSettings(writeAttemptTimeout: .seconds(2))
        _ = try await nodes.pool(settings).send(.write)
        #expect(nodes.attempts.map(\.node) == [0, 1])
        #expect(nodes.attempts.first?.time == .seconds(2))

        let other = NodesDouble(.hangs, .responses(201))
        var large = NodeCall.write
        large.body = Data(count: 1 << 20)
        _ = try await other.pool(settings).send(large)
        #expect(other.attempts.first?.time == .seconds(6))
    }

    @Test("While a leader is suspended, writes hang everywhere; once there is another, one succeeds")
    func frozenLeader() async throws {
        for frozen in 0..<3 {
            let until = NodesDouble.Behaviour.hangsUntil(.seconds(12))
            let nodes = NodesDouble(until, until, until)
            nodes[frozen] = .hangs
            #expect(try await nodes.pool().send(.write).status == 201)
            #expect(nodes.clock.start.duration(to: nodes.clock.clock.now()) < .seconds(19))
        }
    }

    @Test("A node that rejects writes for lack of a leader still serves reads")
    func marksApart() async throws {
        let nodes = NodesDouble(.responses(500), .responses(500), .fails(.connectionRefused))
        let pool = nodes.pool()
        _ = await failure { try await pool.send(.write) }
        let status = pool.status
        #expect(status.map(\.reads).prefix(2).allSatisfy { $0 == .healthy })
        #expect(status[0].writes != .healthy)
        #expect(status[2].reads != .healthy)
        nodes[0] = .responses(200)
        nodes[1] = .responses(200)
        nodes.forget()
        for _ in 0..<4 { _ = try await pool.send(.search) }
        #expect(nodes.attempts.allSatisfy { $0.node != 2 } || pool.status[2].reads == .trying)
    }

    @Test("A write that hangs does not affect a node's reads")
    func hangingMarks() async throws {
        let nodes = NodesDouble(.hangs, .responses(201))
        let pool = nodes.pool()
        _ = try await pool.send(.write)
        #expect(pool.status[0].reads == .healthy)
        #expect(pool.status[0].writes != .healthy)
    }

    @Test("If all nodes failed writes, one that serves reads is tried before one that does not")
    func readersFirst() async throws {
        let nodes = NodesDouble(.hangs, .responses(500), .responses(500))
        let pool = nodes.pool(NodeSettings(pause: .seconds(60), writePatience: .zero))
        _ = await failure { try await pool.send(.write) }
        nodes[1] = .responses(200)
        nodes[2] = .responses(200)
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(pool.status[0].reads != .healthy)
        nodes[1] = .responses(500)
        nodes[2] = .responses(201)
        nodes.forget()
        #expect(try await pool.send(.write).status == 201)
        #expect(!nodes.order.contains(0))
    }

    @Test("An unresponsive node is tried by a read before it gets a write again")
    func silentNodes() async throws {
        let nodes = NodesDouble(.hangs, .responses(201), .responses(201))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        nodes.clock.advance(.seconds(60))
        nodes.forget()
        for _ in 0..<6 { _ = try await pool.send(.write) }
        #expect(!nodes.order.contains(0))
        nodes[0] = .responses(200)
        for _ in 0..<3 { _ = try await pool.send(.search) }
        #expect(pool.status[0].isHealthy)
        nodes.forget()
        for _ in 0..<3 { _ = try await pool.send(.write) }
        #expect(Set(nodes.order) == [0, 1, 2])
    }

    @Test("A write that would fail again is not repeated; the server's reason reaches the error of others")
    func reasons() async throws {
        let base = try #require(URL(string: "http://node:8108"))
        let transport = ScriptedTransport([
            .status(500, [:], "taken"), .status(500, [:], "busy"), .status(500, [:], "busy"),
        ])
        let pool = NodePool(
            [base], transport: transport,
            reasons: ServerReasons(
                text: { String(decoding: $0.body, as: UTF8.self) },
                isFinal: { $0.body == Data("taken".utf8) }))
        #expect(try await pool.send(.write).status == 500)
        #expect(transport.requests.count == 1)
        let error = await #expect(throws: NodesError.self) { try await pool.send(.search) }
        #expect(error?.reason == "busy")
        #expect(error?.description.contains(": busy. ") == true, "\(error as Any)")
    }

    @Test("A call's path, query, headers and body reach the node unchanged, below its own path")
    func request() async throws {
        let base = try #require(URL(string: "http://node:8108/search/"))
        let transport = ScriptedTransport([.status(200), .status(200)])
        let pool = NodePool([base], transport: transport)
        _ = try await pool.send(
            NodeCall(
                .post, "/collections/a%2Fb", query: [("q", "a&b=c d"), ("x", "é")], headers: ["K": "v"],
                body: Data("x".utf8), intent: .writeOnce))
        let request = try #require(transport.requests.first)
        #expect(
            request.url.absoluteString == "http://node:8108/search/collections/a%2Fb?q=a%26b%3Dc%20d&x=%C3%A9"
        )
        #expect(request.headers["K"] == "v")
        #expect(request.body == Data("x".utf8))
        #expect(!request.isRepeatable)
        _ = try await pool.send(.search)
        #expect(try #require(transport.requests.last).isRepeatable)
    }

    @Test("Each of many paths reaches its node with the URL of the path")
    func manyPaths() async throws {
        let base = try #require(URL(string: "http://node:8108/search"))
        let paths = (0..<250).map { "/collections/\($0 % 120)" }
        let transport = ScriptedTransport(paths.map { _ in .status(200) })
        let pool = NodePool([base], transport: transport)
        for path in paths { _ = try await pool.send(NodeCall(.get, path, intent: .read)) }
        #expect(transport.requests.map(\.url.absoluteString) == paths.map { base.absoluteString + $0 })
    }
}
