import Dispatch
import Foundation
import QuireToolbox

/// A terminal that a program draws on. Keys arrive immediately, and the previous screen is restored at the end.
///
/// ```swift
/// let terminal = try RawTerminal(input: STDIN_FILENO, output: STDOUT_FILENO)
/// try terminal.enter()
/// defer { terminal.leave() }
/// ```
package final class RawTerminal: Sendable {
    /// Input or output is a file or a pipe.
    package struct NoTerminal: Error {}
    /// The terminal was closed, for example with its window.
    package struct HungUp: Error {}

    private let input: Int32
    private let output: Int32
    /// The previous settings. Saved on each entry, because a shell may have changed them meanwhile. Whoever writes to the
    /// terminal locks them.
    private let before = Locked<termios?>(nil)

    package init(input: Int32, output: Int32) throws(NoTerminal) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw NoTerminal() }
        self.input = input
        self.output = output
    }

    /// The current size. 80×24 if the system does not know it.
    package var size: ScreenSize {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, rows: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes over the terminal: alternate screen, raw keys, bracketed paste, no line wrapping.
    ///
    /// If it is already active, it is set up again.
    package func enter() throws {
        try before.withLock { before in
            var now = termios()
            guard tcgetattr(input, &now) == 0 else { throw HungUp() }
            var raw = before ?? now
            raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
            raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
            withUnsafeMutableBytes(of: &raw.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            let isFirst = before == nil
            if isFirst { before = now }
            // Input that was typed ahead is kept.
            guard tcsetattr(input, TCSADRAIN, &raw) == 0 else { throw HungUp() }
            // The alternate screen, no autowrap, bracketed paste (xterm's control sequences).
            try writeAll((isFirst ? "\u{1B}[?1049h" : "") + "\u{1B}[?7l\u{1B}[?2004h")
        }
    }

    /// Restores the terminal. Does nothing if it is not active.
    package func leave() {
        before.withLock { before in
            guard var settings = before.take() else { return }
            // If the terminal is closed, there is nothing to restore.
            try? writeAll("\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
            _ = tcsetattr(input, TCSANOW, &settings)
        }
    }

    /// Writes a text unchanged, including control characters.
    package func write(_ text: String) throws {
        guard !text.isEmpty else { return }
        try before.withLock { _ in try writeAll(text) }
    }

    private func writeAll(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw HungUp()
            }
            rest = rest.dropFirst(written)
        }
    }
}

/// Reads keys from a terminal as they are pressed.
///
/// Unchecked, because the state is used only on the queue.
package final class KeyReader: @unchecked Sendable {
    /// The keys of each read, until the terminal is closed.
    package let keys: AsyncStream<[Key]>

    private let descriptor: Int32
    private let pause: DispatchTimeInterval
    private let queue = DispatchQueue(label: "quire.keys")
    private let source: any DispatchSourceRead
    private let continuation: AsyncStream<[Key]>.Continuation
    private var parser = KeyParser()
    private var readings = 0

    /// - Parameter pause: The time after which an escape byte without followers is the Escape key.
    package init(_ descriptor: Int32, pause: DispatchTimeInterval = .milliseconds(50)) {
        self.descriptor = descriptor
        self.pause = pause
        (keys, continuation) = AsyncStream<[Key]>.makeStream()
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.resume()
    }

    deinit { stop() }

    /// Stops reading. Keys that were already read are still delivered.
    package func stop() {
        source.cancel()
        continuation.finish()
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return stop() }
        readings += 1
        send(parser.keys(in: bytes.prefix(count)))
        guard parser.isWaiting else { return }
        let reading = readings
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, readings == reading else { return }
            send(parser.keysAfterPause())
        }
    }

    private func send(_ keys: [Key]) {
        if !keys.isEmpty { continuation.yield(keys) }
    }
}

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
