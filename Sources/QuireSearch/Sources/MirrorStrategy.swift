/// Which of two engines responds: the remote one, or its mirror on this device.
public enum MirrorStrategy: Sendable, Hashable {
    /// Only the remote engine.
    case remoteOnly
    /// Only the mirror.
    case localOnly
    /// The remote engine, or the mirror if it is unreachable or fails (`OutageError`).
    ///
    /// If the remote engine rejects a request, that is an error, and the mirror is not called.
    case fallBackOnFailure
    /// The remote engine. If it takes longer than this, or has an outage, the mirror is called too, and the first
    /// response wins.
    case fallBackOnTimeout(Duration)
    /// Both at once, and the first response wins. An error only if both fail.
    case firstResponse
    /// Both at once: the mirror's response is preliminary, and the remote engine's replaces it. If the remote
    /// engine fails for any reason, the mirror's response stays, together with the error.
    ///
    /// If there can be only one response, as in a `ContentClient`, it is the remote engine's, or else the mirror's.
    case localFirst
}
