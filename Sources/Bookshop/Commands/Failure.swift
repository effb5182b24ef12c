/// What went wrong while the program did what it was told: exit code 1.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
