import Foundation
import Quire
import QuireHTTP

/// A clock that a test controls. Sleeping takes no time and is recorded.
package final class ManualClock: @unchecked Sendable {
    private let lock = NSLock()
    private var instant = ContinuousClock.now
    private var sleeps: [Duration] = []
    package let start: ContinuousClock.Instant
    /// Sun, 06 Nov 1994 08:49:37 GMT; advances with the instant.
    private let epoch = Date(timeIntervalSince1970: 784_111_777)

    package init() { start = instant }

    package var slept: [Duration] { lock.withLock { sleeps } }

    package func advance(_ duration: Duration) { lock.withLock { instant += duration } }

    package var clock: TransportClock {
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
