import QuireHTTP

/// How an index is fed.
public struct IndexSettings: Sendable, Hashable {
    /// Objects in a batch, at most. While batches of a type fail they are smaller, down to one object, so that one
    /// which breaks its batch is found and does not hold up the others.
    public var batchSize: Int
    /// The wait after a first failure; it doubles with each, and a part of it is random.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// How often to look for changes that other processes have journaled; those of this process are indexed at once.
    /// `nil` never looks.
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

    /// The wait after so many failures in a row.
    func delay(after failures: Int) -> Duration {
        RetryPolicy(baseDelay: baseDelay, maximumDelay: maximumDelay)
            .delay(afterAttempts: failures, jitter: .random(in: 0..<1))
    }
}
