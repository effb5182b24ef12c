/// A mistake in the arguments. It prints a message and exits with code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The mistake and what was expected.
    var message: String
    /// The command, for the hint to its help. `nil` if it was not recognised.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    var description: String {
        let help = command.map { "bookshop \($0) --help" } ?? "bookshop --help"
        return "\(message)\nSee '\(help)'."
    }
}

/// A failure while running a command. The exit code is 1.
struct BookshopError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
