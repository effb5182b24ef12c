/// A failure while running a command. The exit code is 1.
struct BookshopError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
