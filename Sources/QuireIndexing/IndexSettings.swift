import QuireHTTP

/// The settings of an index monitor.
public struct IndexSettings: Sendable, Hashable {
    /// The maximum number of objects in a batch. While batches of a type fail, they get smaller, down to one object, so
    /// that an object that breaks its batch is isolated and does not delay the others.
    public var batchSize: Int
    /// The delay after the first failure. It doubles with each failure and includes jitter.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// How often to check for changes journaled by other processes. Changes of this process are indexed at once. `nil`
    /// never checks.
    public var pollInterval: Duration?

    public init(
        batchSize: Int = 500, baseDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300),
        pollInterval: Duration? = .seconds(30)
    ) {
        self.batchSize = batchSize
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.pollInterval = pollInterval
    }

    /// The delay after a number of consecutive failures.
    func delay(after failures: Int) -> Duration {
        RetryPolicy(baseDelay: baseDelay, maximumDelay: maximumDelay)
            .delay(afterAttempts: failures, jitter: .random(in: 0..<1))
    }
}
