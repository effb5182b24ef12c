/// Invalid arguments of a command.
struct UsageError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
