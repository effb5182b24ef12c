/// How far a pacing is: pure, told when something is typed, searched, or when its time is over.
struct PacingState: Sendable {
    /// What is to be done now.
    struct Step: Sendable, Hashable {
        enum Timer: Sendable, Hashable {
            case stays
            case stops
            /// From now on, whatever ran before.
            case starts(Duration)
        }

        var searches = false
        var timer = Timer.stays
    }

    let pacing: SearchPacing
    /// Whether something was typed that is not searched for yet.
    private(set) var isWaiting = false
    private var isRunning = false

    init(_ pacing: SearchPacing) { self.pacing = pacing }

    /// A keystroke, of the same text or another one.
    mutating func typed() -> Step {
        switch pacing {
        case .debounced(let delay) where delay > .zero:
            isWaiting = true
            isRunning = true
            return Step(timer: .starts(delay))
        case .throttled(let interval) where interval > .zero:
            guard isRunning else {
                isRunning = true
                return Step(searches: true, timer: .starts(interval))
            }
            isWaiting = true
            return Step()
        case .immediate, .debounced, .throttled: return Step(searches: true)
        }
    }

    /// The time is over.
    mutating func fired() -> Step {
        defer { isWaiting = false }
        if case .throttled(let interval) = pacing, isWaiting {
            return Step(searches: true, timer: .starts(interval))
        }
        isRunning = false
        return Step(searches: isWaiting)
    }

    /// A search goes out at once, with all that was typed; or what was typed is given up.
    mutating func flushed() -> Step {
        isWaiting = false
        guard case .debounced = pacing, isRunning else { return Step() }
        isRunning = false
        return Step(timer: .stops)
    }
}
