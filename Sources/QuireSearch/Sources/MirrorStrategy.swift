/// Which of two engines answers: the remote one, or its mirror on this device.
public enum MirrorStrategy: Sendable, Hashable {
    /// The remote engine alone.
    case remoteOnly
    /// The mirror alone.
    case localOnly
    /// The remote engine; where it cannot be reached or fails (`OutageError`), the mirror.
    ///
    /// A request that the remote engine refuses is an error: the mirror is not asked.
    case fallBackOnFailure
    /// The remote engine; where it has not answered in so long, or has an outage before, the mirror is asked too, and
    /// whichever answers first wins.
    case fallBackOnTimeout(Duration)
    /// Both at once, and whichever answers first wins; an error only where both fail.
    case firstAnswer
    /// Both at once: the mirror's answer is shown as a preliminary one, and the remote engine's in its place. Where the
    /// remote engine fails, for whatever reason, the mirror's answer stays, and says why.
    ///
    /// Where there can be one answer only, in a `ContentClient`, it is the remote engine's, or else the mirror's.
    case localFirst
}
