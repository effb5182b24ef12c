import Foundation

/// Where an answer comes from.
public enum Origin: Sendable, Hashable {
    /// From the engine itself.
    case network
    /// Kept since then, by an ``OfflineEngine``.
    case stored(at: Date)
}
