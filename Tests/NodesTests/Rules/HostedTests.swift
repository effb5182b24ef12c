import Foundation
import Quire
import QuireCluster
import Testing
import TransportDoubles

/// The rules for a hosted service with fallback hosts.
@Suite struct HostedTests {
    private var settings: NodeSettings {
        var settings = NodeSettings(
            timeout: .seconds(60), attemptTimeout: .seconds(5), writeAttemptTimeout: .seconds(5),
            pause: .seconds(300),
            writePatience: .zero)
        settings.rules = .hosted
        return settings
    }

    @Test("Every call begins at the first host that is not paused")
    func order() async throws {
        let nodes = NodesDouble(.responses(200), .responses(200), .responses(200))
        let pool = nodes.pool(settings)
        for _ in 0..<3 { _ = try await pool.send(.search) }
        nodes[0] = .responses(500)
        for _ in 0..<2 { _ = try await pool.send(.search) }
        #expect(nodes.order == [0, 0, 0, 0, 1, 1])
        nodes.clock.advance(.seconds(300))
        nodes[0] = .responses(200)
        _ = try await pool.send(.search)
        #expect(nodes.order.last == 0)
    }

    @Test(
        "The n-th attempt may take n times as long, and each host is tried once",
        arguments: [
            NodeCall.search, .write,
        ])
    func growing(_ call: NodeCall) async throws {
        let nodes = NodesDouble(.hangs, .hangs, .hangs)
        let error = try #require(await failure { try await nodes.pool(settings).send(call) })
        #expect(nodes.attempts.map(\.time) == [.seconds(5), .seconds(10), .seconds(15)])
        #expect(error.lastError?.kind == .timedOut)
    }

    @Test(
        "A client error is the final response, including too many requests",
        arguments: [400, 403, 404, 408, 429])
    func final(_ status: Int) async throws {
        let nodes = NodesDouble(.responses(status), .responses(200))
        #expect(try await nodes.pool(settings).send(.search).status == status)
        #expect(nodes.order == [0])
    }

    @Test("If the last host returned a 5xx status, the error contains its response")
    func lastResponse() async throws {
        let nodes = NodesDouble(.hangs, .responses(503, [:], "sorry"))
        let error = try #require(await failure { try await nodes.pool(settings).send(.search) })
        #expect(error.lastResponse?.body == Data("sorry".utf8))
        #expect(error.lastError == nil)
    }
}
