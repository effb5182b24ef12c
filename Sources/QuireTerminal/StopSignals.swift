import Dispatch
import Foundation

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
package final class StopSignals: @unchecked Sendable {
    // Only retained.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Int32>

    package init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        let repetition = SignalRepetition()
        sources = [SIGINT, SIGTERM].map { number in
            // Otherwise, the signal ends the program before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if repetition.isRepeated() { _exit(128 + number) }
                continuation.yield(number)
            }
            source.resume()
            return source
        }
    }

    /// Waits for the next signal. Returns `nil` if the task is cancelled.
    @discardableResult
    package func next() async -> Int32? {
        for await number in stream { return number }
        return nil
    }
}

/// Tells a repeated signal from the first. Tools such as `timeout` send one twice within moments.
private final class SignalRepetition: @unchecked Sendable {
    private let lock = NSLock()
    private var first: ContinuousClock.Instant?

    func isRepeated() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard let first else {
            first = .now
            return false
        }
        return .now - first >= .seconds(1)
    }
}
