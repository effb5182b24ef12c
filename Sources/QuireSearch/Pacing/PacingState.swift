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

/// The durations of recent requests, for adaptive pacing. Times come from a single clock with any origin.
struct RequestTimes: Sendable {
    /// How often typed text is searched for.
    enum Rhythm: Sendable, Hashable {
        case everyKeystroke
        case throttled(Duration)
        case never
    }

    /// The end of a request.
    enum End: Sendable, Hashable {
        case responded
        /// It failed or was cancelled, which can show that the engine is slow, but not that it is fast.
        case gaveUp
        /// A newer request returned; its duration counts.
        case superseded
    }

    private var running: [Int: Duration] = [:]
    /// The slow requests since the last fast one, newest last.
    private var slow: [(time: Duration, end: Duration)] = []

    mutating func began(_ number: Int, at now: Duration) { running[number] = now }

    mutating func ended(_ number: Int, end: End, at now: Duration, settings: AdaptivePacing) {
        guard let start = running.removeValue(forKey: number), end != .superseded else { return }
        let time = now - start
        if time >= settings.slow {
            slow = slow.suffix(max(1, settings.window) - 1) + [(time, now)]
        } else if end == .responded {
            slow = []
        }
    }

    /// Handles a new engine.
    mutating func forget() { self = RequestTimes() }

    func rhythm(at now: Duration, _ settings: AdaptivePacing) -> Rhythm {
        let times = slow.filter { now - $0.end < settings.memory }.map(\.time)
        // A request in flight takes at least this long, so it can only make the result worse.
        let overdue = running.values.map { now - $0 }.filter { $0 >= settings.slow }.sorted()
        let time = max(Self.mean(times), Self.mean((times + overdue).suffix(max(1, settings.window))))
        if time >= settings.tooSlow { return .never }
        return time >= settings.slow ? .throttled(time) : .everyKeystroke
    }

    private static func mean(_ times: some Collection<Duration>) -> Duration {
        times.isEmpty ? .zero : times.reduce(.zero, +) / times.count
    }
}
