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

/// The signals that ask a program to end.
final class StopSignals: @unchecked Sendable {
    // Kept, never touched again.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Int32>

    init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            // Without this the signal ends the program before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Waits for the next of them; `nil` where the task is cancelled meanwhile.
    @discardableResult
    func next() async -> Int32? {
        for await number in stream { return number }
        return nil
    }
}
