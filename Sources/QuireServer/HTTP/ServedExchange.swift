/// A request and its response, for a log. It contains no query, header or body.
public struct ServedExchange: Sendable, Hashable, CustomStringConvertible {
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    public var status: Int
    /// The size of the response's body in bytes.
    public var bytes: Int
    /// Milliseconds from the request's arrival to the last byte of the response.
    public var milliseconds: Int

    public var description: String { "\(method) \(path) \(status) \(bytes) B \(milliseconds) ms" }
}
