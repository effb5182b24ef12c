import Dispatch
import Foundation

/// What happens to a program on a terminal from outside, by signals.
package final class TerminalSignals: @unchecked Sendable {
    package enum Event: Equatable, Sendable {
        /// Asked to end by this signal.
        case stop(Int32)
        /// Asked to give the terminal back to the shell for a while.
        case suspend
        /// Running again.
        case resumed
        /// The terminal has another size.
        case resized
    }

    package let events: AsyncStream<Event>

    private let continuation: AsyncStream<Event>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// From here on the signals no longer do what they do by themselves.
    package init() {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        self.continuation = continuation
        let all: [(Int32, Event)] =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { ($0, .stop($0)) }
            + [(SIGTSTP, .suspend), (SIGCONT, .resumed), (SIGWINCH, .resized)]
        sources = all.map { number, event in
            // Without this the signal does its work before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(event) }
            source.resume()
            return source
        }
    }

    /// The signals do again what they do by themselves.
    package func stop() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] {
            signal(number, SIG_DFL)
        }
        continuation.finish()
    }

    /// Stops the program, and whoever runs with it, as Ctrl-Z does; returns when it runs again.
    ///
    /// Nothing happens where no shell could wake it (the process group is orphaned).
    package func suspend() {
        signal(SIGTSTP, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(0, SIGTSTP)
        // Another thread may be the one that takes the signal, a moment later.
        usleep(50_000)
        signal(SIGTSTP, SIG_IGN)
    }
}
