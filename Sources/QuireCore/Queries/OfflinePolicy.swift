/// Whether responses come from the network, from stored responses, or from both.
public enum OfflinePolicy: String, Sendable, Hashable, Codable {
    /// Uses the network and stores nothing.
    case network
    /// Uses the network and stores the response. If the device is offline or the server fails, uses the last stored
    /// one.
    case networkElseStored
    /// Uses the last stored response and sends nothing.
    case stored
}

/// Options for storing and reusing the response of one request.
public struct OfflineOptions: Sendable, Hashable {
    /// The policy. `nil` uses the engine's.
    public var policy: OfflinePolicy?
    /// Replaces the filters in the key of the stored response, so that a filter with the current time finds its last
    /// response. Stored responses can also be cleared by tag.
    public var tag: String?
    /// How long a stored response is valid. `nil` uses the engine's setting.
    public var timeToLive: Duration?

    public init(policy: OfflinePolicy? = nil, tag: String? = nil, timeToLive: Duration? = nil) {
        self.policy = policy
        self.tag = tag
        self.timeToLive = timeToLive
    }
}

extension Query {
    /// Sets how the responses of this query are stored and reused, on an engine with offline policies.
    ///
    /// ```swift
    /// let content = ContentClient(engine: halo.offline(in: store))
    /// let page = try await content.fetch(Books.query().offline(.stored))       // sends nothing
    /// let now = Books.query().published().offline(tag: "front page", timeToLive: .seconds(3600))
    /// ```
    /// - Parameters:
    ///   - policy: The policy. `nil` uses the engine's. An engine without policies only accepts `network`.
    ///   - tag: Replaces the query's filters in the key of the stored response, for queries that contain the current
    ///     time.
    ///   - timeToLive: How long the response is valid after it was stored.
    public func offline(
        _ policy: OfflinePolicy? = nil, tag: String? = nil, timeToLive: Duration? = nil
    ) -> Self {
        changed { $0.offline = OfflineOptions(policy: policy, tag: tag, timeToLive: timeToLive) }
    }
}
