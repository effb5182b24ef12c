import QuireCore
import QuireToolbox

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

/// Why a development server could not be started: what failed, where, why, and what to do.
public struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for code that handles it.
    public enum Code: String, Sendable, Hashable {
        /// Another program listens on the port.
        case portInUse
        /// The address does not belong to this machine, or this user may not use it.
        case address
        /// The server has already been started or stopped.
        case state
        /// An allowed host or origin is malformed or allows too much.
        case access
        /// The modules share a name or an id, or are not the store's.
        case modules
    }

    public var code: Code
    public var place: String
    public var reason: String
    public var advice: String

    init(_ code: Code, _ place: String, reason: String, advice: String) {
        self.code = code
        self.place = place
        self.reason = reason
        self.advice = advice
    }

    public var description: String {
        let action =
            switch code {
            case .access: "use"
            case .modules: "serve"
            case .portInUse, .address, .state: "serve at"
            }
        return PlainText.error("Could not \(action) \(place): \(reason)", advice)
    }
}
