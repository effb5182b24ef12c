import Dispatch

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

/// The signals that terminate a program.
final class StopSignals: @unchecked Sendable {
    // Only retained.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Int32>

    init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            // Otherwise, the signal ends the program before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Waits for the next signal. Returns `nil` if the task is cancelled.
    @discardableResult
    func next() async -> Int32? {
        for await number in stream { return number }
        return nil
    }
}
