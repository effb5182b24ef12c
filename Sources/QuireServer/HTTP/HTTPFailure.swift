/// A request that cannot be read or accepted. The server sends a response and closes the connection.
struct HTTPFailure: Error, Equatable {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
