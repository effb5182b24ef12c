import Dispatch
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

/// The handlers of the process's signals.
///
/// A handler may do next to nothing, so it writes the signal's number into a pipe, and a queue reads it. Dispatch has
/// sources for signals, but on Linux they lose one now and then: if the main thread receives it, Dispatch raises it
/// again for that thread, where its own reader does not see it.
enum SignalHandlers {
    private static let actions = Locked<[Int32: @Sendable () -> Void]>([:])
    /// `nil` if the process has no free file descriptors.
    private static let pipe = SignalPipe { number in actions.withLock { $0[number] }?() }

    /// Calls an action on a queue whenever the process receives a signal, in place of the default action.
    static func set(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0[number] = action }
        install(number)
    }

    /// Installs the handler of a signal again, after `restoreDefault`.
    static func install(_ number: Int32) {
        // Without a pipe, the default action is better than none.
        guard pipe != nil else { return }
        signal(number) { number in SignalHandlers.pipe?.write(number) }
    }

    static func restoreDefault(_ number: Int32) { signal(number, SIG_DFL) }
}

/// Carries the numbers of signals from their handler to a queue.
private final class SignalPipe: Sendable {
    private let writing: Int32
    // Only retained.
    private let source: Locked<any DispatchSourceRead>

    init?(_ received: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else { return nil }
        let reading = ends[0]
        writing = ends[1]
        for end in ends {
            // The handler never waits, and other programs do not inherit the ends.
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
        source.setEventHandler {
            var numbers = [UInt8](repeating: 0, count: 64)
            let count = read(reading, &numbers, numbers.count)
            for number in numbers.prefix(max(0, count)) { received(Int32(number)) }
        }
        source.resume()
        self.source = Locked(source)
    }

    /// Called by the handler of a signal, which may interrupt any code.
    func write(_ number: Int32) {
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Foundation.write(writing, &byte, 1)
        errno = error
    }
}

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
