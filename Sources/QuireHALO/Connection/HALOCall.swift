import Foundation
import QuireEngine
import QuireHTTP

/// One call of HALO's API.
struct HALOCall: Sendable {
    var method: HTTPRequest.Method
    /// The path components after `/api/`, not encoded.
    var path: [String]
    /// `false` if `path` starts right after the base URL.
    var isBelowAPI = true
    var query: [URLQueryItem] = []
    /// The body. JSON, unless `headers` says otherwise.
    var body: Data?
    /// These replace headers with the same names.
    var headers = HTTPHeaders()
    /// Seconds, sent as `to-cache`. `nil` sends no such header.
    var serverCache: Int?
    /// Whether sending it twice is harmless. `nil` depends on the method.
    var isRepeatable: Bool?

    /// - Parameter path: Path components separated by slashes. Append an id to `path` as a component of its own.
    init(_ method: HTTPRequest.Method, _ path: String, body: Data? = nil) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.body = body
    }

    /// Appends an id as a single path component.
    ///
    /// - Parameter problem: Returns the problem of an id. Items also have reserved words.
    /// - Throws: `InvalidIDError` for an id that would change the path: an empty one, `.`, `..`, control characters.
    mutating func append(
        id: String, of subject: String, problem: (String) -> String? = ItemIDRules.problem(inPath:)
    ) throws(InvalidIDError) {
        if let problem = problem(id) {
            throw InvalidIDError(subject: subject, id: id, reason: problem)
        }
        path.append(id)
    }
}
