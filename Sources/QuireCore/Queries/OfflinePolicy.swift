/// Whether answers come from the network, from what was kept of earlier ones, or from one and else the other.
public enum OfflinePolicy: String, Sendable, Hashable, Codable {
    /// From the network; nothing is kept.
    case network
    /// From the network, and kept; where there is no network, or the server fails, what was kept last.
    case networkElseStored
    /// What was kept last; nothing is sent.
    case stored
}

/// How one request is kept and answered, where that is not as usual.
public struct OfflineOptions: Sendable, Hashable {
    /// `nil` leaves it to the engine.
    public var policy: OfflinePolicy?
    /// Stands for the filters of the request among what is kept, so that a filter with the present moment in it finds its
    /// last answer; answers can be cleared by it.
    public var tag: String?
    /// For how long after it was kept an answer is good; `nil` leaves it to the engine.
    public var timeToLive: Duration?

    public init(policy: OfflinePolicy? = nil, tag: String? = nil, timeToLive: Duration? = nil) {
        self.policy = policy
        self.tag = tag
        self.timeToLive = timeToLive
    }
}

extension Query {
    /// Says how this query is kept and answered, on an engine with offline policies.
    ///
    /// ```swift
    /// let content = ContentClient(engine: halo.offline(in: store))
    /// let page = try await content.fetch(Books.query().offline(.stored))       // sends nothing
    /// let now = Books.query().published().offline(tag: "front page", timeToLive: .seconds(3600))
    /// ```
    /// - Parameters:
    ///   - policy: `nil` leaves it to the engine. An engine without policies refuses all but `network`.
    ///   - tag: Stands for the query's filters among what is kept: for queries that hold the present moment.
    ///   - timeToLive: Counted from when the answer is kept.
    public func offline(
        _ policy: OfflinePolicy? = nil, tag: String? = nil, timeToLive: Duration? = nil
    ) -> Self {
        changed { $0.offline = OfflineOptions(policy: policy, tag: tag, timeToLive: timeToLive) }
    }
}
