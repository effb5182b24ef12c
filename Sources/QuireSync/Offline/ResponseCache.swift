import Foundation
public import QuireCore
public import QuireEngine
import QuireText

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

/// Stores responses in memory up to a number of bytes. The least recently used are evicted first.
///
/// ```swift
/// let content = ContentClient(engine: halo.offline(in: MemoryResponseCache(maximumBytes: 8 << 20)))
/// ```
public actor MemoryResponseCache: ResponseCache {
    private struct Entry {
        var response: CachedResponse
        var lastUse: Int
    }

    /// The limit for keys and responses. Overhead does not count.
    public let maximumBytes: Int
    /// The entries by the bytes of their keys, because keys may differ only in Unicode normalization.
    private var entries: [ExactText: Entry] = [:]
    private var uses = 0
    /// The number of stored bytes.
    public private(set) var byteCount = 0

    public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    public func response(for key: String) -> CachedResponse? {
        uses += 1
        let key = ExactText(key)
        entries[key]?.lastUse = uses
        return entries[key]?.response
    }

    public func save(_ response: CachedResponse, at now: Date) {
        removeExpiredResponses(at: now)
        remove(response.key)
        guard response.byteCount <= maximumBytes else { return }
        if byteCount + response.byteCount > maximumBytes {
            for entry in entries.values.sorted(by: { $0.lastUse < $1.lastUse })
            where byteCount + response.byteCount > maximumBytes {
                remove(entry.response.key)
            }
        }
        uses += 1
        entries[ExactText(response.key)] = Entry(response: response, lastUse: uses)
        byteCount += response.byteCount
    }

    public func removeExpiredResponses(at now: Date) {
        for entry in entries.values where !entry.response.isGood(at: now) { remove(entry.response.key) }
    }

    public func removeResponses(tag: String?) {
        for entry in entries.values where tag == nil || entry.response.tag == tag {
            remove(entry.response.key)
        }
    }

    private func remove(_ key: String) {
        if let entry = entries.removeValue(forKey: ExactText(key)) { byteCount -= entry.response.byteCount }
    }
}

extension CachedResponse {
    fileprivate var byteCount: Int { key.utf8.count + data.count }
}
