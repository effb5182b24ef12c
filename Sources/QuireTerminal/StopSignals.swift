import Foundation
import QuireToolbox

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The signals that terminate a program. A second one, at least a second after the first, ends the program at once, in case it
/// waits for a file or a server.
package final class StopSignals: Sendable {
    private let stream: AsyncStream<Int32>

    package init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        let first = Locked<ContinuousClock.Instant?>(nil)
        for number in [SIGINT, SIGTERM] {
            SignalHandlers.set(number) {
                if Self.isRepeated(first) { _exit(128 + number) }
                continuation.yield(number)
            }
        }
    }

    /// Waits for the next signal. Returns `nil` if the task is cancelled.
    @discardableResult
    package func next() async -> Int32? {
        for await number in stream { return number }
        return nil
    }

    /// Tells a repeated signal from the first. Tools such as `timeout` send one twice within moments.
    private static func isRepeated(_ first: Locked<ContinuousClock.Instant?>) -> Bool {
        first.withLock { first in
            let now = ContinuousClock.now
            let start = first ?? now
            first = start
            return now - start >= .seconds(1)
        }
    }
}
