import QuireCore

/// Why the API rejects a request. It becomes a response in HALO's form.
package struct APIError: Error {
    package var status: Int
    package var message: String
    /// HALO's `extra`.
    var extra: JSONValue = .object([])
    var headers: [(name: String, value: String)] = []

    init(_ status: Int, _ message: String, extra: JSONValue = .object([])) {
        self.status = status
        self.message = message
        self.extra = extra
    }

    var response: ServedResponse {
        var response = ServedResponse(error: status, message, extra: extra)
        response.headers = headers
        return response
    }

    /// The error object in a batch's result.
    var json: JSONValue {
        .object([
            .init("status", .integer(Int64(status))), .init("message", .string(message)),
            .init("extra", extra), .init("type", .string("HaloError")),
        ])
    }
}

#if SQLite
import QuireStore

extension APIError {
    /// The error that a client sees for an error of the engine or the store.
    init(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as QueryError: self.init(400, "\(error)")
        case let error as UnsupportedError: self.init(400, "\(error)")
        case let error as ContentDecodingError:
            self.init(
                400,
                "Error creating instance values: \(error.path): expected \(error.expected), found \(error.found)"
            )
        case is CancellationError: self.init(503, "The request was cancelled.")
        case let error as StoreError where error.code == .locked:
            self.init(503, "The store is locked by another process. Try again.")
        case let error as StoreError:
            // The path of the file must not reach a client.
            self.init(500, "The store could not \(error.action): \(error.reason)")
        default: self.init(500, "The server failed. This is a bug in Quire.")
        }
    }
}
#endif

/// Why a request cannot be read or accepted. The server sends it and closes the connection.
struct HTTPError: Error, Equatable {
    var status: Int
    var message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
