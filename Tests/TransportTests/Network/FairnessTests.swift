import Foundation
import LoopbackServer
import Quire
import Testing
import TransportDoubles

@testable import QuireHTTP

/// First come, first served.
@Suite("Order of requests")
struct FairnessTests {
    @Test("Requests are sent in the order of the calls", arguments: Network.allCases)
    func order(_ network: Network) async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.text == "0" { gate.wait() }
            return Reply(text: request.text)
        }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 1))
        let url = server.url
        var tasks: [Task<HTTPResponse, any Error>] = []
        for number in 0..<60 {
            tasks.append(
                Task {
                    try await transport.send(
                        HTTPRequest(.put, url, body: Data("\(number)".utf8)), deadline: .after(.seconds(900)))
                })
            if number == 0 { try await server.waits(for: 1) } else { try await transport.waits(for: number) }
        }
        // Some leave the queue; the others keep their order.
        for number in stride(from: 7, to: 60, by: 7) { tasks[number].cancel() }
        for number in stride(from: 7, to: 60, by: 7) { _ = await tasks[number].result }
        gate.open()
        for (number, task) in tasks.enumerated() where number == 0 || number % 7 != 0 {
            #expect(try await task.value.body == Data("\(number)".utf8))
        }
        let expected = (0..<60).filter { $0 == 0 || $0 % 7 != 0 }.map(String.init)
        #expect(server.requests.map(\.text) == expected)
        #expect(server.connectionCount == 1)
        try await transport.expectNothingLeft()
    }

    @Test("Never more requests are running than allowed", arguments: Network.allCases)
    func limit(_ network: Network) async throws {
        let peak = Peak()
        let server = try LoopbackServer(records: false) { _ in
            peak.enter()
            Thread.sleep(forTimeInterval: 0.002)
            peak.leave()
            return Reply(text: "ok")
        }
        defer { server.stop() }
        let transport = try network.transport(.init(maximumConnections: 4))
        let url = server.url
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await transport.send(HTTPRequest(.get, url), deadline: .after(.seconds(900))).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(peak.highest <= 4)
        #expect(peak.highest >= 2, "nothing ran concurrently")
        #expect(server.requestCount == 200)
        try await transport.expectNothingLeft()
    }

    @Test("A slot goes to the first request still waiting; cancelled ones are skipped")
    func queue() {
        final class Waiter: Sendable {}
        let queue = FairQueue<Waiter>(limit: 1)
        let waiters = (0..<4).map { _ in Waiter() }
        #expect(queue.enter(waiters[0]) == nil)
        let tickets = waiters.dropFirst().compactMap { queue.enter($0) }
        #expect(tickets.count == 3)
        #expect(queue.withdraw(tickets[0]))
        #expect(!queue.withdraw(tickets[0]))
        #expect(queue.leave() === waiters[2])
        #expect(!queue.withdraw(tickets[1]), "its turn has come")
        #expect(queue.leave() === waiters[3])
        #expect(queue.leave() == nil)
        #expect(queue.insideCount == 0)
        #expect(queue.enter(waiters[1]) == nil)
    }
}

/// Counts how many were inside at the same time.
final class Peak: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var count = 0
    private nonisolated(unsafe) var most = 0

    var highest: Int { lock.withLock { most } }

    func enter() {
        lock.withLock {
            count += 1
            most = max(most, count)
        }
    }

    func leave() { lock.withLock { count -= 1 } }
}
