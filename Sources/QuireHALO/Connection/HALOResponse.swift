import QuireHTTP

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
