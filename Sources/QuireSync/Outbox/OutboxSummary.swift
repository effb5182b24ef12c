/// What one round of sending came to.
public struct OutboxSummary: Sendable {
    /// How many writes the server has taken.
    public internal(set) var sent = 0
    /// How many were found to be in conflict.
    public internal(set) var conflicts = 0
    /// How many were refused.
    public internal(set) var refused = 0
    /// How many entries there are still, in every state.
    public internal(set) var left = 0
    /// Why it stopped before all that can be sent was sent; the rest waits.
    public internal(set) var problem: (any Error)?
    /// Whether another sender is at work on the same store.
    public internal(set) var isSentElsewhere = false

    init() {}
}
