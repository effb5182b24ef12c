/// How long `prepare` tries to fill columns while others write records without them.
struct FillingTimes: Sendable, Hashable {
    /// The number of readings of what has changed, in each step.
    var readings = 8
    /// The pause after the first of them. Each later one is twice as long, up to 3 s.
    var pause = Duration.milliseconds(100)
}
