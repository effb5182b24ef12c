/// A mistake in what was typed: answered with a sentence and exit code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what was expected.
    var message: String
    /// The command that was typed, for the hint at its help; `nil` where none was recognised.
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
