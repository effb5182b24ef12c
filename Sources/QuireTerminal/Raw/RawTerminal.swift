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
