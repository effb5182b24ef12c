import Foundation
import Quire
import QuireHTTP

/// A clock that a test advances; sleepers wait for it.
final class SteppedClock: @unchecked Sendable {
    private struct Sleeper {
        var number: Int
        var until: ContinuousClock.Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var instant = ContinuousClock.now
    private var date = Date(timeIntervalSince1970: 1_000_000_000)
    private var sleepers: [Sleeper] = []
    private var cancelled: Set<Int> = []
    private var lastNumber = 0

    func advance(_ duration: Duration) {
        let awake = lock.withLock {
            instant += duration
            let (seconds, attoseconds) = duration.components
            date += Double(seconds) + Double(attoseconds) / 1e18
            let awake = sleepers.filter { $0.until <= instant }
            sleepers.removeAll { $0.until <= instant }
            return awake
        }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    var clock: TransportClock {
        TransportClock(
            now: { self.lock.withLock { self.instant } }, date: { self.lock.withLock { self.date } },
            sleep: { try await self.sleep($0) })
    }

    private func sleep(_ duration: Duration) async throws {
        let number = lock.withLock {
            lastNumber += 1
            return lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let goesOn = lock.withLock {
                    if duration <= .zero || cancelled.contains(number) { return true }
                    sleepers.append(
                        Sleeper(number: number, until: instant + duration, continuation: continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let sleeper = lock.withLock {
                cancelled.insert(number)
                let sleeper = sleepers.first { $0.number == number }
                sleepers.removeAll { $0.number == number }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
