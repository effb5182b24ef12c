import Foundation

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

    /// Replaces the default actions of the signals.
    package init() {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        self.continuation = continuation
        let all: [(Int32, Event)] =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { ($0, .stop($0)) }
            + [(SIGTSTP, .suspend), (SIGCONT, .resumed), (SIGWINCH, .resized)]
        for (number, event) in all { SignalHandlers.set(number) { continuation.yield(event) } }
    }

    /// Restores the default actions of the signals.
    package func stop() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] {
            SignalHandlers.restoreDefault(number)
        }
        continuation.finish()
    }

    /// Suspends the program and its process group, like Ctrl-Z. Returns when it continues.
    ///
    /// Does nothing if no shell could resume it (the process group is orphaned).
    package func suspend() {
        SignalHandlers.restoreDefault(SIGTSTP)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(0, SIGTSTP)
        // Another thread may receive the signal a moment later.
        usleep(50_000)
        SignalHandlers.install(SIGTSTP)
    }
}
