/// Why a request cannot be read or accepted. The server sends it and closes the connection.
struct HTTPError: Error, Equatable {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
