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
