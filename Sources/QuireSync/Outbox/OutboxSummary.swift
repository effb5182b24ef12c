/// The result of one round of sending.
public struct OutboxSummary: Sendable {
    /// The number of writes that the server confirmed.
    public internal(set) var sent = 0
    /// The number of new conflicts.
    public internal(set) var conflicts = 0
    /// The number of rejected writes.
    public internal(set) var refused = 0
    /// The number of remaining entries in any state.
    public internal(set) var left = 0
    /// The reason why sending stopped early. The remaining entries are pending.
    public internal(set) var problem: (any Error)?
    /// Whether another sender is using the same store.
    public internal(set) var isSentElsewhere = false

    init() {}
}
