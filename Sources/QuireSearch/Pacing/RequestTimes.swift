/// How long requests took lately, as adaptive pacing sees it. Times are of one clock, from any zero.
struct RequestTimes: Sendable {
    /// How often it is searched for what is typed.
    enum Rhythm: Sendable, Hashable {
        case everyKeystroke
        case throttled(Duration)
        case never
    }

    /// How a request ended.
    enum End: Sendable, Hashable {
        case answered
        /// It failed or was cancelled: that says how slow the engine is, not how fast.
        case gaveUp
        /// A newer request was answered, whose time counts.
        case superseded
    }

    private var running: [Int: Duration] = [:]
    /// Slow ones since the last fast one, the newest last.
    private var slow: [(time: Duration, end: Duration)] = []

    mutating func began(_ number: Int, at now: Duration) { running[number] = now }

    mutating func ended(_ number: Int, _ end: End, at now: Duration, _ settings: AdaptivePacing) {
        guard let start = running.removeValue(forKey: number), end != .superseded else { return }
        let time = now - start
        if time >= settings.slow {
            slow = slow.suffix(max(1, settings.window) - 1) + [(time, now)]
        } else if end == .answered {
            slow = []
        }
    }

    /// Another engine answers from now on.
    mutating func forget() { self = RequestTimes() }

    func rhythm(at now: Duration, _ settings: AdaptivePacing) -> Rhythm {
        let known = slow.filter { now - $0.end < settings.memory }.map(\.time)
        // What is under way takes at least so long: it can only make things worse.
        let overdue = running.values.map { now - $0 }.filter { $0 >= settings.slow }.sorted()
        let time = max(Self.mean(known), Self.mean((known + overdue).suffix(max(1, settings.window))))
        if time >= settings.tooSlow { return .never }
        return time >= settings.slow ? .throttled(time) : .everyKeystroke
    }

    private static func mean(_ times: some Collection<Duration>) -> Duration {
        times.isEmpty ? .zero : times.reduce(.zero, +) / times.count
    }
}
