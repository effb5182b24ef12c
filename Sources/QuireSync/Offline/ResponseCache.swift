import Foundation

/// Where answers are kept for later.
public protocol ResponseCache: Sendable {
    /// What is kept under a key, expired or not; `nil` where there is nothing.
    func response(for key: String) async throws -> CachedResponse?

    /// Keeps an answer in the place of that with the same key, and removes what has expired by now.
    func save(_ response: CachedResponse, at now: Date) async throws

    /// Removes what has expired: what is no longer good (``CachedResponse/isGood(at:)``).
    func removeExpiredResponses(at now: Date) async throws

    /// Removes the answers of a tag; all of them where none is given.
    func removeResponses(tag: String?) async throws
}

/// An answer as it came, with how long it is good.
public struct CachedResponse: Sendable, Hashable {
    public var key: String
    public var tag: String?
    public var savedAt: Date
    /// From this moment on it is good no longer.
    public var expiresAt: Date
    /// The bytes of the answer.
    public var data: Data

    public init(key: String, tag: String?, savedAt: Date, expiresAt: Date, data: Data) {
        self.key = key
        self.tag = tag
        self.savedAt = savedAt
        self.expiresAt = expiresAt
        self.data = data
    }

    /// Whether it is still good at a moment. An answer that was kept in the future comes from a clock that was set back:
    /// it is good for no longer than its time to live on either side of the moment it was kept.
    public func isGood(at now: Date) -> Bool {
        now < expiresAt && savedAt.timeIntervalSince(now) <= expiresAt.timeIntervalSince(savedAt)
    }
}
