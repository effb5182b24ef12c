import Quire
import Testing

@testable import QuireHTTP

/// A transport that reports its running work.
protocol SettlingTransport: Transport {
    /// Requests that have begun and not ended, including waiting ones.
    var openCount: Int { get }
    /// Requests that wait in the queue.
    var waitingCount: Int { get }
    /// Slots, deadlines and other resources in use.
    var heldCount: Int { get }
}

extension SettlingTransport {
    /// Fails unless every slot, deadline and load is released; the network needs a moment for its part.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<30_000 where openCount + waitingCount + heldCount > 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(openCount == 0, "loads are left", sourceLocation: sourceLocation)
        #expect(waitingCount == 0, "waiters are left", sourceLocation: sourceLocation)
        #expect(heldCount == 0, "places or deadlines are left", sourceLocation: sourceLocation)
    }

    /// Waits until this many requests wait in the queue.
    func waits(for count: Int) async throws {
        for _ in 0..<60_000 where waitingCount < count { try await Task.sleep(for: .milliseconds(5)) }
        try #require(waitingCount == count)
    }
}

extension URLSessionTransport: SettlingTransport {
    var openCount: Int { core.delegate.count }
    var waitingCount: Int { core.places.waitingCount }
    var heldCount: Int { core.places.insideCount + core.deadlines.count }
}

extension CurlTransport: SettlingTransport {
    var openCount: Int { core.loop.counts.open }
    var waitingCount: Int { core.loop.counts.waiting }
    var heldCount: Int { core.deadlines.count }
}
