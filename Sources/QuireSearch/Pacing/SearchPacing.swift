/// When a session searches for typed text.
public enum SearchPacing: Sendable, Hashable {
    /// At every keystroke.
    case immediate
    /// After a pause in typing, usually 100 ms. Each keystroke restarts the pause.
    case debounced(Duration)
    /// At the first keystroke, then at most once per interval, always with the latest text.
    case throttled(Duration)
    /// At every keystroke while responses are fast, less often while they are slow, and only for `submit()` if they are
    /// too slow for search as you type.
    case adaptive(AdaptivePacing = AdaptivePacing())
}

/// How a session adapts to the speed of its engine.
///
/// ```swift
/// let pacing = AdaptivePacing(slow: .milliseconds(200), tooSlow: .seconds(1))
/// let session = SearchSession(Books.query(), on: engine, options: .init(pacing: .adaptive(pacing)))
/// ```
/// The mean of the last slow responses and of overdue requests counts. After one fast response, or some time without
/// slow ones, every keystroke is searched for again. Keystrokes that are not searched for are reported as
/// `SearchEvent.Kind.dropped`. `SearchSession.submit()` searches for them.
public struct AdaptivePacing: Sendable, Hashable {
    /// From this duration on, typing is throttled to one search per response time.
    public var slow: Duration
    /// From this duration on, only `submit()` and `search()` send requests.
    public var tooSlow: Duration
    /// The number of slow responses to consider, at least 1.
    public var window: Int
    /// How long a slow response is remembered.
    public var memory: Duration

    public init(
        slow: Duration = .milliseconds(500), tooSlow: Duration = .seconds(3), window: Int = 5,
        memory: Duration = .seconds(20)
    ) {
        self.slow = slow
        self.tooSlow = tooSlow
        self.window = window
        self.memory = memory
    }
}
