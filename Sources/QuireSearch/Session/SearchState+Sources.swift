public import Foundation

extension SearchState {
    /// Why the source's other engine gave no answer, where it was asked and failed; see ``MirrorStrategy``.
    public var failureOfOtherEngine: (any Error)? { answer?.failure }

    /// Since when the answer was kept, where an `OfflineEngine` gave one for want of a network.
    public var storedAt: Date? { answer?.storedAt }
}
