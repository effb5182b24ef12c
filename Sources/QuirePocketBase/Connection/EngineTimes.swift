import QuireHTTP

/// When a realtime connection is given up and made again.
struct RealtimeTimes: Sendable, Hashable {
    /// The time for connecting and for subscribing.
    var connecting = Duration.seconds(30)
    /// The server closes a stream without messages after 300 s. A silence that is longer means that it is gone.
    var silence = Duration.seconds(330)
    /// The server closes every stream after 30 minutes.
    var lifetime = Duration.seconds(1_500)
    /// A connection that lasted this long was good, so the delays start again.
    var recovery = Duration.seconds(10)
    /// The delays after failures.
    var delays = RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(30))
}

/// How long `prepare` tries to fill columns while others write records without them.
struct FillingTimes: Sendable, Hashable {
    /// The number of readings of what has changed, in each step.
    var readings = 8
    /// The pause after the first of them. Each later one is twice as long, up to 3 s.
    var pause = Duration.milliseconds(100)
}
