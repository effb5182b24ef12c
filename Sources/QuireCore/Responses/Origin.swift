import Foundation

/// The source of a response.
public enum Origin: Sendable, Hashable {
    /// The engine itself.
    case network
    /// A response that an `OfflineEngine` stored at this time.
    case stored(at: Date)
}
