/// A request as it was received.
public struct ReceivedRequest: Sendable {
    public var method: String
    /// The path and the query.
    public var target: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// The number of the connection, from 1.
    public var connection: Int

    public var text: String { String(decoding: body, as: UTF8.self) }

    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The raw value of a query item.
    public func query(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        for pair in target[target.index(after: mark)...].split(separator: "&")
        where pair.hasPrefix(name + "=") {
            return String(pair.dropFirst(name.count + 1))
        }
        return nil
    }

    public subscript(header: String) -> String? {
        headers.first { $0.name.lowercased() == header.lowercased() }?.value
    }
}
