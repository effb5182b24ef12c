import Foundation
import QuireToolbox

/// An output stream, with the properties of its destination.
///
/// The reader of a pipe may close it early (`| head`), which ends the program without an error.
package struct Output: Sendable {
    /// The reader has closed the stream, so there is nobody to print for.
    package struct Closed: Error {}

    /// The stream cannot be written.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ code: Int32) {
            description =
                "Could not write the output: \(String(cString: strerror(code))). Free some space, or write it elsewhere."
        }
    }

    package let terminal: Terminal
    package let style: Style
    private let write: @Sendable (String) throws -> Void

    package init(terminal: Terminal, style: Style, write: @escaping @Sendable (String) throws -> Void) {
        self.terminal = terminal
        self.style = style
        self.write = write
    }

    /// A stream of the process. `SIGPIPE` must be ignored, or it would end the process.
    package static func descriptor(_ descriptor: Int32, environment: [String: String]) -> Output {
        let terminal = Terminal.of(descriptor, environment: environment)
        let style = Style(isTerminal: terminal.isTerminal, environment: environment)
        return Output(terminal: terminal, style: style) { text in
            try writeAll(Array(text.utf8), to: descriptor)
        }
    }

    /// Prints one line, whatever the text contains, so that content cannot add a line that looks like the program's
    /// own.
    package func line(_ text: String = "") throws { try write(PlainText.oneLine(text) + "\n") }

    /// Prints a text with its line breaks, and a line end. Content in it must have been escaped with
    /// ``PlainText/oneLine(_:)``.
    package func lines(_ text: String) throws { try write(PlainText.lines(text) + "\n") }

    /// Prints a line with colours from ``Style``. Everything else in it must have been escaped with ``PlainText``.
    package func styled(_ text: String) throws { try write(text + "\n") }

    /// Prints JSON and a line end. Its value is unchanged. Invisible characters are escaped as `\u001b`.
    package func json(_ text: String) throws { try write(PlainText.json(text) + "\n") }

    /// Prints `quire: error: …` on one line, whatever the error's text contains.
    package func error(_ text: String, of program: String) throws {
        try styled("\(program): \(style.failure("error:")) \(PlainText.oneLine(text))")
    }

    /// Prints terminal control sequences unchanged.
    package func raw(_ text: String) throws { try write(text) }

    package func table(_ table: Table, indent: String = "") throws {
        let lines = table.lines(width: terminal.width.map { $0 - indent.count }, style: style)
        try write(lines.map { indent + $0 + "\n" }.joined())
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0 {
                    if errno == EINTR { continue }
                    if errno == EPIPE { throw Closed() }
                    throw Failure(errno)
                }
                rest = rest.dropFirst(written)
            }
        }
    }
}

/// The destination of a stream.
package struct Terminal: Sendable {
    /// Whether it is a terminal, not a file or a pipe.
    package var isTerminal: Bool
    /// The number of columns, or `nil` without a terminal.
    package var width: Int?

    /// Reads the properties of a file descriptor.
    package static func of(_ descriptor: Int32, environment: [String: String]) -> Terminal {
        guard isatty(descriptor) == 1 else { return Terminal(isTerminal: false, width: nil) }
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Terminal(isTerminal: true, width: Int(size.ws_col))
        }
        return Terminal(isTerminal: true, width: environment["COLUMNS"].flatMap(Int.init) ?? 80)
    }
}

/// The standard streams and the arguments of the process.
package enum StandardStreams {
    /// Call this first in a program.
    ///
    /// Writing to a closed pipe then fails with an error instead of ending the program. A stream that the caller has
    /// closed is redirected to nowhere. Otherwise, the next file that the program opens would receive its output.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
    }

    /// The first argument that is not UTF-8, for a message. Swift replaces its bytes, so it would name another file.
    package static var unreadableArgument: String? {
        for argument in CommandLine.unsafeArgv.prefix(Int(CommandLine.argc)) {
            if let argument, String(validatingCString: argument) == nil { return String(cString: argument) }
        }
        return nil
    }
}

extension UnsafeMutablePointer {
    fileprivate func prefix(_ count: Int) -> UnsafeBufferPointer<Pointee> {
        UnsafeBufferPointer(start: self, count: count)
    }
}
