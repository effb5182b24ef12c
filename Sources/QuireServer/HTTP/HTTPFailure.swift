/// A request that cannot be read or taken: answered, and then the connection ends.
struct HTTPFailure: Error, Equatable {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
