import Foundation
import QuireEngine
import QuireHTTP
import QuireToolbox

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

/// The status and headers of the response to one call.
///
/// Printing shows only headers without secrets (`HTTPHeaders.isPublic(_:)`).
public struct HALOResponse: Sendable, Hashable {
    /// For example `POST`.
    public var method: String
    /// The address without query, user and password.
    public var address: String
    public var status: Int
    public var headers: HTTPHeaders

    init(_ response: HTTPResponse, to request: HTTPRequest) {
        method = request.method.rawValue
        address = request.url.printable
        status = response.status
        headers = response.headers
    }
}

extension HALOResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let line = "\(method) \(address): \(status)"
        return headers.isEmpty ? line : "\(line)\n\(headers)"
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

/// Stores the responses of one ``HALOEngine/recordingResponses(isolation:_:)`` in the order in which they arrive.
final class ResponseRecorder: Sendable {
    private let recorded = Locked<[HALOResponse]>([])

    var responses: [HALOResponse] { recorded.value }

    func record(_ response: HALOResponse) { recorded.withLock { $0.append(response) } }
}
