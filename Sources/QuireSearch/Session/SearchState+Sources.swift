public import Foundation

extension SearchState {
    /// Why the other engine of a mirrored source failed, if it was asked; see ``MirrorStrategy``.
    public var failureOfOtherEngine: (any Error)? { response?.failure }

    /// When the response was stored, if an `OfflineEngine` returned a stored one because there is no network.
    public var storedAt: Date? { response?.storedAt }
}
