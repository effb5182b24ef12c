import Foundation

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
    private var entries: [[UInt8]: Entry] = [:]
    private var uses = 0
    /// The number of stored bytes.
    public private(set) var byteCount = 0

    public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    public func response(for key: String) -> CachedResponse? {
        uses += 1
        let key = Array(key.utf8)
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
        entries[Array(response.key.utf8)] = Entry(response: response, lastUse: uses)
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
        if let entry = entries.removeValue(forKey: Array(key.utf8)) { byteCount -= entry.response.byteCount }
    }
}

extension CachedResponse {
    fileprivate var byteCount: Int { key.utf8.count + data.count }
}
