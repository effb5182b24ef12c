import QuireCore
import QuireEngine
import QuireServer

/// Why the explorer rejects a call. The page shows the message at the place that it names.
package struct ExplorerError: Error, Sendable, CustomStringConvertible {
    /// The kind of error, for the page's code.
    package enum Code: String, Sendable {
        case token, origin, readOnly, notFound, method, conflict, body, query, text, unsupported, invalid,
            engine
        case tooLarge, schema, gone, busy

        var status: Int {
            switch self {
            case .token: 401
            case .origin, .readOnly: 403
            case .notFound: 404
            case .method: 405
            case .conflict, .schema: 409
            case .body, .query, .text: 400
            case .unsupported, .invalid: 422
            case .engine: 502
            case .tooLarge: 413
            case .gone: 410
            case .busy: 503
            }
        }
    }

    /// A problem of one field.
    package struct Field: Sendable, Hashable {
        var name: String
        var message: String
        /// The key of the violated constraint in the schema.
        var constraint: String?

        var json: JSONValue {
            .record(["field": name.json, "message": message.json, "constraint": constraint?.json])
        }
    }

    package var code: Code
    /// What failed, and what to do.
    package var message: String
    /// The place in the query's JSON: `where.all[1].value`.
    var path: String?
    /// The place in the text form of a query, in UTF-16 code units.
    package var range: Range<Int>?
    /// What could stand at the place, for completion.
    var expected: [String] = []
    var fields: [Field] = []
    /// Further members of the response, beside `error`.
    var details: [JSONValue.Member] = []
    /// The status, if it is not the code's.
    var status: Int?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: APIError) {
        self.init(error.status == 413 ? .tooLarge : .body, error.message)
        status = error.status
    }

    package var description: String { message }

    /// The `error` object of a response.
    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("code", code.rawValue.json), .init("message", message.json)]
        if let path { members.append(.init("path", path.json)) }
        if let range {
            members.append(
                .init("at", .record(["offset": range.lowerBound.json, "length": range.count.json])))
        }
        if !expected.isEmpty { members.append(.init("expected", expected.json)) }
        if !fields.isEmpty { members.append(.init("fields", fields.map(\.json).json)) }
        return .object(members)
    }

    var response: ServedResponse {
        ServedResponse(status ?? code.status, JSONValue.object([.init("error", json)] + details))
    }
}

extension ExplorerError {
    /// The error that the page sees for any error of a call.
    package init(of error: any Error) {
        switch error {
        case let error as ExplorerError: self = error
        case let error as APIError: self.init(error)
        case let error as UnsupportedError: self.init(.unsupported, "\(error)")
        case let error as QueryError: self.init(.query, "\(error)")
        case is CancellationError: self.init(.busy, "The call was cancelled. Try again.")
        default: self.init(.engine, "\(error)")
        }
    }
}
