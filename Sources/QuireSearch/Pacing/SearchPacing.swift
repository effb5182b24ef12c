/// When a session searches for what is typed.
public enum SearchPacing: Sendable, Hashable {
    /// At every keystroke.
    case immediate
    /// Once nothing was typed for so long: 100 ms is the usual. Each keystroke starts the time anew.
    case debounced(Duration)
    /// At the first keystroke, and from then on at most once in so long, always with the newest text.
    case throttled(Duration)
}
