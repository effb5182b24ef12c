import Foundation

/// Keeps answers in memory, up to a number of bytes; those that were not used for longest go first.
///
/// ```swift
/// let content = ContentClient(engine: halo.offline(in: MemoryResponseCache(maximumBytes: 8 << 20)))
/// ```
public actor MemoryResponseCache: ResponseCache {
    private struct Entry {
        var response: CachedResponse
        var lastUse: Int
    }

    /// Keys and answers count, what is around them does not.
    public let maximumBytes: Int
    /// By the bytes of their keys: texts in two spellings of Unicode are two questions.
    private var entries: [[UInt8]: Entry] = [:]
    private var uses = 0
    /// How many bytes are kept.
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
