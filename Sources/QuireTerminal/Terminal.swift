import Foundation

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
