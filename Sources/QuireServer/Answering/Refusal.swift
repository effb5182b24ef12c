import QuireCore

/// An error that rejects a request and is sent as a response in HALO's form.
struct Refusal: Error {
    var status: Int
    var message: String
    /// HALO's `extra`.
    var extra: JSONValue = .object([])
    var headers: [(name: String, value: String)] = []

    init(_ status: Int, _ message: String, extra: JSONValue = .object([])) {
        self.status = status
        self.message = message
        self.extra = extra
    }

    var answer: Answer {
        var answer = Answer(refusing: status, message, extra: extra)
        answer.headers = headers
        return answer
    }

    /// The error object as it appears in the result of a batch.
    var json: JSONValue {
        .object([
            .init("status", .integer(Int64(status))), .init("message", .string(message)),
            .init("extra", extra), .init("type", .string("HaloError")),
        ])
    }
}

#if SQLite
import QuireStore

extension Refusal {
    /// Converts an engine's error to the response that clients expect.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as QueryError: self.init(400, "\(error)")
        case let error as UnsupportedError: self.init(400, "\(error)")
        case let error as ContentDecodingError:
            self.init(
                400,
                "Error creating instance values: \(error.path): expected \(error.expected), found \(error.found)"
            )
        case is CancellationError: self.init(503, "The request was given up.")
        case let error as StoreError where error.code == .locked:
            self.init(503, "The store is locked by another process. Try again.")
        case let error as StoreError:
            // The path of the file is not sent to clients.
            self.init(500, "The store could not \(error.action): \(error.reason)")
        default: self.init(500, "The server made a mistake.")
        }
    }
}
#endif
