/// When a session searches for what is typed.
public enum SearchPacing: Sendable, Hashable {
    /// At every keystroke.
    case immediate
    /// Once nothing was typed for so long: 100 ms is the usual. Each keystroke starts the time anew.
    case debounced(Duration)
    /// At the first keystroke, and from then on at most once in so long, always with the newest text.
    case throttled(Duration)
    /// At every keystroke while answers are fast, more seldom when they are slow, and only for `submit()` when they are
    /// too slow for typing.
    case adaptive(AdaptivePacing = AdaptivePacing())
}

/// How a session follows the speed of its engine.
///
/// ```swift
/// let pacing = AdaptivePacing(slow: .milliseconds(200), tooSlow: .seconds(1))
/// let session = SearchSession(Books.query(), on: engine, options: .init(pacing: .adaptive(pacing)))
/// ```
/// What counts is the mean of the last slow answers, and of those that are overdue. One fast answer, or a while
/// without a slow one, and every keystroke is searched for again. Keystrokes that are not searched for are told as
/// `SearchEvent.Kind.dropped`; `SearchSession.submit()` searches for them.
public struct AdaptivePacing: Sendable, Hashable {
    /// From here on, typing is throttled to one search in the time that an answer takes.
    public var slow: Duration
    /// From here on, only `submit()` and `search()` search.
    public var tooSlow: Duration
    /// How many slow answers are looked at, at least 1.
    public var window: Int
    /// How long a slow answer is remembered.
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
