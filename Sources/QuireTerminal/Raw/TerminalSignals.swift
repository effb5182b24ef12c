import Dispatch
import Foundation
import QuireToolbox

/// The signals that a terminal program receives.
package final class TerminalSignals: Sendable {
    package enum Event: Equatable, Sendable {
        /// A request to terminate, by this signal.
        case stop(Int32)
        /// A request to suspend and return to the shell.
        case suspend
        /// The program continues.
        case resumed
        /// The size of the terminal has changed.
        case resized
    }

    package let events: AsyncStream<Event>

    private let continuation: AsyncStream<Event>.Continuation
    private let sources: Locked<[any DispatchSourceSignal]>

    /// Replaces the default actions of the signals.
    package init() {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        self.continuation = continuation
        let all: [(Int32, Event)] =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { ($0, .stop($0)) }
            + [(SIGTSTP, .suspend), (SIGCONT, .resumed), (SIGWINCH, .resized)]
        let sources = all.map { number, event in
            // Otherwise, the default action runs before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(event) }
            source.resume()
            return source
        }
        self.sources = Locked(sources)
    }

    /// Restores the default actions of the signals.
    package func stop() {
        sources.withLock { for source in $0 { source.cancel() } }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] {
            signal(number, SIG_DFL)
        }
        continuation.finish()
    }

    /// Suspends the program and its process group, like Ctrl-Z. Returns when it continues.
    ///
    /// Does nothing if no shell could resume it (the process group is orphaned).
    package func suspend() {
        signal(SIGTSTP, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(0, SIGTSTP)
        // Another thread may receive the signal a moment later.
        usleep(50_000)
        signal(SIGTSTP, SIG_IGN)
    }
}
