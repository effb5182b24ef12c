import Foundation
import QuireHTTP

/// One call of PocketBase's API.
struct PocketBaseCall: Sendable {
    var method: HTTPRequest.Method
    /// The path components after `/api/`, not encoded.
    var path: [String]
    /// Names and values, not encoded.
    var query: [(name: String, value: String)] = []
    /// A file to send as the body.
    var upload: RequestUpload?
    /// The body. JSON, unless `contentType` says otherwise.
    var body: Data?
    var contentType = "application/json"
    /// Further headers.
    var headers = HTTPHeaders()
    /// Whether sending it twice is harmless. `nil` depends on the method.
    var isRepeatable: Bool?
    /// What the call does, for errors: "search in books".
    var action: String

    init(
        _ method: HTTPRequest.Method, _ path: [String], query: [(name: String, value: String)] = [],
        body: Data? = nil, _ action: String
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.action = action
    }

    /// The path of a collection's records, or of one of them.
    static func records(of collection: String, _ id: String? = nil) -> [String] {
        ["collections", collection, "records"] + (id.map { [$0] } ?? [])
    }
}
