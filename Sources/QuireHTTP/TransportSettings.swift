/// The limits of a transport.
///
/// ```swift
/// let transport = NetworkTransport(.init(maximumConnections: 8))
/// ```
public struct TransportSettings: Sendable, Hashable {
    /// The number of concurrent requests.
    public var maximumConnections: Int
    /// The largest response, in decoded bytes (after gzip is unpacked).
    public var maximumResponseBytes: Int
    /// The amount of stream data that may wait for its reader, in bytes.
    public var maximumBufferedBytes: Int
    public var maximumRedirects: Int
    public var userAgent: String

    public init(
        maximumConnections: Int = 32, maximumResponseBytes: Int = 64 << 20,
        maximumBufferedBytes: Int = 64 << 20, maximumRedirects: Int = 5, userAgent: String = "Quire"
    ) {
        self.maximumConnections = maximumConnections
        self.maximumResponseBytes = maximumResponseBytes
        self.maximumBufferedBytes = maximumBufferedBytes
        self.maximumRedirects = maximumRedirects
        self.userAgent = userAgent
    }
}
