/// What a search session, or a model of a live list or item, is doing.
public enum LoadingPhase: Sendable {
    /// Nothing: it does not run, or nothing was searched for yet.
    case idle
    /// A result is being read: the first one, or that of a new query. Earlier items are kept.
    case loading
    /// The latest result is shown.
    case loaded
    /// The latest read failed. Earlier items are kept, and `retry()` reads again.
    case failed(any Error)

    /// Whether a result is being read.
    public var isLoading: Bool { if case .loading = self { true } else { false } }

    /// The error of the latest read.
    public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}

extension LoadingPhase: Equatable {
    /// Compares two phases. Two failures are equal if their errors have the same type and description.
    ///
    /// ```swift
    /// let phase = LoadingPhase.loaded
    /// print(phase == .loaded)
    /// ```
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.idle, .idle), (.loading, .loading), (.loaded, .loaded): true
        case (.failed(let one), .failed(let other)):
            type(of: one) == type(of: other) && String(describing: one) == String(describing: other)
        default: false
        }
    }
}
