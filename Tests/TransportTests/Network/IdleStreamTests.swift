import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

/// What a stream costs while nothing arrives.
@Suite("Idle streams")
struct IdleStreamTests {
    #if compiler(>=6.2) && os(Linux)
    @Test("An open stream on which nothing arrives needs no CPU time, with the default transport")
    func idle() async {
        // In a process of its own, whose CPU time no other test adds to.
        await #expect(processExitsWith: .success) {
            // The head is sent at once, and the first line never.
            let server = try LoopbackServer { _ in
                .failing(.drip(bytes: 2, milliseconds: 3_600_000), body: Array("1\n".utf8))
            }
            let stream = try await NetworkTransport().stream(
                HTTPRequest(.get, server.url), deadline: .after(.seconds(900)))
            #expect(stream.status == 200)
            let before = ProcessorTime.own
            let time = try await ContinuousClock().measure { try await Task.sleep(for: .seconds(1)) }
            let share = (ProcessorTime.own - before) / (time / .seconds(1))
            #expect(share < 0.3, "the idle stream keeps \(share) of a core busy")
            withExtendedLifetime(stream) {}
        }
    }
    #endif
}
