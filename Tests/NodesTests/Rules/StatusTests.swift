import Foundation
import Quire
import QuireCluster
import Testing
import TransportDoubles

@testable import QuireCluster

/// The public status of the nodes.
@Suite struct StatusTests {
    @Test("The status of each node explains its state")
    func status() async throws {
        let nodes = NodesDouble(.fails(.connectionRefused), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        _ = try await pool.send(.search)
        let status = pool.status
        #expect(status[0].address == "http://node0:8108")
        #expect(status[0].reads == .paused(until: nodes.clock.clock.date().addingTimeInterval(5)))
        #expect(
            status[0].description
                == "http://node0:8108: not used for reads until 1994-11-06T08:49:42Z, "
                + "not used for writes until 1994-11-06T08:49:42Z; last failure: nothing accepts connections there"
        )
        #expect(status[1].description == "http://node1:8108: healthy")
        nodes[0] = .responses(200)
        nodes.clock.advance(.seconds(5))
        #expect(pool.status[0].reads == .trying)
        _ = try await pool.send(.search)
        #expect(pool.status[0].reads == .healthy)
        #expect(pool.status[0].lastFailure?.reason == .transport(.connectionRefused))
    }

    @Test("Events report failures, pauses and recoveries, in that order")
    func events() async throws {
        let nodes = NodesDouble(.responses(503), .responses(200))
        let pool = nodes.pool(NodeSettings(pause: .seconds(5)))
        var events = pool.events().makeAsyncIterator()
        _ = try await pool.send(.search)
        nodes[0] = .responses(200)
        nodes.clock.advance(.seconds(5))
        let date = nodes.clock.clock.date()
        _ = try await pool.send(.search)
        let failure = NodeFailure(
            address: "http://node0:8108", reason: .status(503), date: date.addingTimeInterval(-5))
        #expect(await events.next() == .failed(failure))
        #expect(await events.next() == .paused(address: "http://node0:8108", until: date))
        #expect(await events.next() == .recovered(address: "http://node0:8108"))
    }

    @Test("The end of the pool ends its events")
    func listeners() async throws {
        let watchdog = Watchdog(seconds: 900, "the end of the events")
        defer { watchdog.stop() }
        let nodes = NodesDouble(.responses(200))
        let stream = nodes.pool().events()
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 0)
    }

    @Test("No secret, query or body is in an error, a status or an event")
    func secrets() async throws {
        let nodes = NodesDouble(.responses(500, [:], "body of the response"), .fails(.connectionLost))
        let pool = nodes.pool()
        var events = pool.events().makeAsyncIterator()
        var call = NodeCall.search
        call.headers = ["X-TYPESENSE-API-KEY": "key-of-mine"]
        call.body = Data("body of the call".utf8)
        let error = try #require(await failure { try await pool.send(call) })
        var texts = [error.description, error.localizedDescription]
        texts += pool.status.map(\.description)
        for _ in 0..<4 { texts.append(try #require(await events.next()).description) }
        for text in texts {
            for secret in ["hunter2", "key-of-mine", "secret words", "body of"] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
        #expect(
            error.description
                == "GET /search: no node responded after 4 attempts in 0.1 s (http://node0:8108: the node failed "
                + "(status 500); it may know no leader; http://node1:8108: the connection broke before the response was "
                + "whole). Check that the nodes run and can be reached from here, and their logs.")
    }

    @Test("A mirror of the error contains no response")
    func mirror() async throws {
        let nodes = NodesDouble(.responses(500, ["Set-Cookie": "secret"], "body of the response"))
        let error = try #require(await failure { try await nodes.pool().send(.search) })
        var shown = ""
        dump(error, to: &shown)
        #expect(!shown.contains("body of the response"))
        #expect(!shown.contains("secret"))
    }
}
