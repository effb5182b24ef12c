import Foundation

@testable import Quire

/// Answers what the script says, in order, and keeps what it was asked.
final class ScriptedTransport: Transport, @unchecked Sendable {
    enum Step { case status(Int, HTTPHeaders = [:], String = ""), failure(TransportError.Kind), cancellation }

    private let lock = NSLock()
    private var steps: [Step]
    private var asked: [(request: HTTPRequest, deadline: Deadline)] = []

    init(_ steps: [Step]) { self.steps = steps }

    var requests: [HTTPRequest] { lock.withLock { asked.map(\.request) } }
    var deadlines: [Deadline] { lock.withLock { asked.map(\.deadline) } }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let step = lock.withLock { () -> Step? in
            asked.append((request, deadline))
            return steps.isEmpty ? nil : steps.removeFirst()
        }
        switch step {
        case .status(let status, let headers, let text):
            return HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
        case .failure(let kind): throw TransportError(kind, request)
        case .cancellation: throw CancellationError()
        case nil: throw TransportError(.other, request, detail: "the script is at its end")
        }
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}

/// A clock that a test moves: sleeping takes no time, and is written down.
final class ManualClock: @unchecked Sendable {
    private let lock = NSLock()
    private var instant = ContinuousClock.now
    private var sleeps: [Duration] = []
    let start: ContinuousClock.Instant
    /// Sun, 06 Nov 1994 08:49:37 GMT, which moves with the instant.
    private let epoch = Date(timeIntervalSince1970: 784_111_777)

    init() { start = instant }

    var slept: [Duration] { lock.withLock { sleeps } }

    func advance(_ duration: Duration) { lock.withLock { instant += duration } }

    var clock: TransportClock {
        TransportClock(
            now: { self.lock.withLock { self.instant } },
            date: {
                let (seconds, attoseconds) = self.lock.withLock { self.instant - self.start }.components
                return self.epoch.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
            },
            sleep: { duration in
                try Task.checkCancellation()
                self.lock.withLock {
                    self.sleeps.append(duration)
                    self.instant += duration
                }
            })
    }
}
