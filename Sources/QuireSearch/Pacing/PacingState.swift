/// How far a pacing is: pure, told when something is typed, searched, answered, or when its time is over.
///
/// Times are of one clock, from any zero; only adaptive pacing looks at them.
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
        /// Whether what was typed is not searched for, since answers are too slow.
        var drops = false
        var timer = Timer.stays
    }

    /// What changes holds from the next keystroke, or the next tick, on.
    var pacing: SearchPacing
    /// Whether a throttled series begins at once, and not with its first tick.
    var firesFirst = true
    /// Whether something was typed that is not searched for yet.
    private(set) var isWaiting = false
    private var isRunning = false
    private var times = RequestTimes()

    init(_ pacing: SearchPacing) { self.pacing = pacing }

    /// A keystroke, of the same text or another one.
    mutating func typed(at now: Duration = .zero) -> Step {
        switch rhythm(at: now) {
        case .debounced(let delay) where delay > .zero:
            isWaiting = true
            isRunning = true
            return Step(timer: .starts(delay))
        case .throttled(let interval) where interval > .zero:
            guard !isRunning else {
                isWaiting = true
                return Step()
            }
            isRunning = true
            isWaiting = !firesFirst
            return Step(searches: firesFirst, timer: .starts(interval))
        case nil: return Step(drops: true, timer: stop())
        default: return Step(searches: true, timer: stop())
        }
    }

    /// The time is over.
    mutating func fired(at now: Duration = .zero) -> Step {
        guard isWaiting else {
            isRunning = false
            return Step()
        }
        isWaiting = false
        switch rhythm(at: now) {
        case .throttled(let interval) where interval > .zero:
            return Step(searches: true, timer: .starts(interval))
        case let rhythm:
            isRunning = false
            return Step(searches: rhythm != nil, drops: rhythm == nil)
        }
    }

    /// A search goes out at once, with all that was typed; or what was typed is given up. A throttled series goes on.
    mutating func flushed() -> Step {
        isWaiting = false
        guard case .debounced = pacing else { return Step() }
        return Step(timer: stop())
    }

    private mutating func stop() -> Step.Timer {
        isWaiting = false
        defer { isRunning = false }
        return isRunning ? .stops : .stays
    }
}

// MARK: Adaptive

extension PacingState {
    mutating func began(_ request: Int, at now: Duration) {
        guard case .adaptive = pacing else { return }
        times.began(request, at: now)
    }

    mutating func ended(_ request: Int, _ end: RequestTimes.End, at now: Duration) {
        guard case .adaptive(let settings) = pacing else { return }
        times.ended(request, end, at: now, settings)
    }

    /// Another engine answers from now on.
    mutating func engineChanged() { times.forget() }

    /// The pacing, adaptive ones as what they are now; `nil` where typing is not searched for.
    private func rhythm(at now: Duration) -> SearchPacing? {
        guard case .adaptive(let settings) = pacing else { return pacing }
        return switch times.rhythm(at: now, settings) {
        case .everyKeystroke: .immediate
        case .throttled(let interval): .throttled(interval)
        case .never: nil
        }
    }
}
