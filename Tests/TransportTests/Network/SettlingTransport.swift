import Quire
import Testing

@testable import QuireCurl
@testable import QuireHTTP

/// A transport that shows what it has under way.
protocol SettlingTransport: Transport {
    /// What was begun and has not ended, what waits included.
    var openCount: Int { get }
    /// Requests that wait for their turn.
    var waitingCount: Int { get }
    /// Places, deadlines and whatever else has to be given back.
    var heldCount: Int { get }
}

extension SettlingTransport {
    /// Fails unless every place, deadline and load is given back; the network needs a moment for its part.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<30_000 where openCount + waitingCount + heldCount > 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(openCount == 0, "loads are left", sourceLocation: sourceLocation)
        #expect(waitingCount == 0, "waiters are left", sourceLocation: sourceLocation)
        #expect(heldCount == 0, "places or deadlines are left", sourceLocation: sourceLocation)
    }

    /// Waits until so many requests wait for their turn.
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
