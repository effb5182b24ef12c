/// The state of a pacing. It has no side effects: it is notified of keystrokes, searches, responses and timers.
///
/// Times come from a single clock with any origin. Only adaptive pacing uses them.
struct PacingState: Sendable {
    /// What to do now.
    struct Step: Sendable, Hashable {
        enum Timer: Sendable, Hashable {
            case stays
            case stops
            /// Starts a timer, replacing any running one.
            case starts(Duration)
        }

        var searches = false
        /// Whether the typed text is not searched for, because responses are too slow.
        var drops = false
        var timer = Timer.stays
    }

    /// The pacing. A change takes effect with the next keystroke or tick.
    var pacing: SearchPacing
    /// Whether a throttled series delivers its first value at once, not at its first tick.
    var firesFirst = true
    /// Whether some text was typed but not searched for yet.
    private(set) var isWaiting = false
    private var isRunning = false
    private var times = RequestTimes()

    init(_ pacing: SearchPacing) { self.pacing = pacing }

    /// Handles a keystroke, with the same or a different text.
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

    /// Handles the end of a timer.
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

    /// Handles a search that is sent at once, or dropped text. A throttled series continues.
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
        times.ended(request, end: end, at: now, settings: settings)
    }

    /// Handles a new engine.
    mutating func engineChanged() { times.forget() }

    /// The effective pacing. `nil` if typing is not searched for.
    private func rhythm(at now: Duration) -> SearchPacing? {
        guard case .adaptive(let settings) = pacing else { return pacing }
        return switch times.rhythm(at: now, settings) {
        case .everyKeystroke: .immediate
        case .throttled(let interval): .throttled(interval)
        case .never: nil
        }
    }
}
