import Foundation
public import QuireCore
public import QuireEngine

/// Stores responses for later use.
public protocol ResponseCache: Sendable {
    /// Returns the response stored under a key, even if it has expired, or `nil`.
    func response(for key: String) async throws -> CachedResponse?

    /// Stores a response, replacing the one with the same key, and removes expired responses.
    func save(_ response: CachedResponse, at now: Date) async throws

    /// Removes expired responses (``CachedResponse/isGood(at:)``).
    func removeExpiredResponses(at now: Date) async throws

    /// Removes the responses with a tag, or all responses without one.
    func removeResponses(tag: String?) async throws
}

/// A stored response and its lifetime.
public struct CachedResponse: Sendable, Hashable {
    public var key: String
    public var tag: String?
    public var savedAt: Date
    /// The time at which it expires.
    public var expiresAt: Date
    /// The bytes of the response.
    public var data: Data

    public init(key: String, tag: String?, savedAt: Date, expiresAt: Date, data: Data) {
        self.key = key
        self.tag = tag
        self.savedAt = savedAt
        self.expiresAt = expiresAt
        self.data = data
    }

    /// Whether it is valid at a time. A response stored in the future comes from a clock that was set back. It is valid
    /// within its time to live before and after the time of storing.
    public func isGood(at now: Date) -> Bool {
        now < expiresAt && savedAt.timeIntervalSince(now) <= expiresAt.timeIntervalSince(savedAt)
    }
}

extension ObservedEngine: CacheableEngine where Base: CacheableEngine {
    public func cacheKey(_ request: SearchRequest) async throws -> String { try await base.cacheKey(request) }
}
