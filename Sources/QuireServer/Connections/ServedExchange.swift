/// A request and its response, for a log. It holds no query, no header and no body.
public struct ServedExchange: Sendable, Hashable, CustomStringConvertible {
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    public var status: Int
    /// Bytes of the response's body.
    public var bytes: Int
    /// Milliseconds from the request's arrival to the last byte of the response.
    public var milliseconds: Int

    public var description: String { "\(method) \(path) \(status) \(bytes) B \(milliseconds) ms" }
}
