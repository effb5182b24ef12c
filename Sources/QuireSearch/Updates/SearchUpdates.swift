/// How the results of a session follow changes of the content.
///
/// ```swift
/// let session = SearchSession(Books.query(), on: store, options: .init(updates: .live))
/// ```
public enum SearchUpdates: Sendable, Hashable {
    /// After each commit that affects them: a `Store`, an `InMemoryEngine`, an outbox. For other engines, a search fails
    /// with an `UnsupportedError` before any request.
    case live
    /// By searching again after each interval, on any engine.
    case every(Duration)

    /// `nil` waits for commits.
    var interval: Duration? {
        switch self {
        case .live: nil
        case .every(let interval): interval
        }
    }
}
