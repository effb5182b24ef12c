import QuireEngine

/// Keeps the words of collections for some time, so that typing does not load them with each letter.
package actor VocabularyCache {
    private struct Entry {
        var words: Task<SortedWords, any Error>
        var start: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// Returns the words under a key, or loads them. Callers that come during a load wait for it.
    package func words(
        of key: String, for lifetime: Duration, _ load: @escaping @Sendable () async throws -> SortedWords
    ) async throws -> SortedWords {
        let now = ContinuousClock.now
        let freshEntry = entries[key].flatMap { $0.start.duration(to: now) < lifetime ? $0 : nil }
        let entry = freshEntry ?? Entry(words: Task { try await load() }, start: now)
        entries[key] = entry
        do {
            return try await entry.words.value
        } catch {
            // The next caller loads again.
            if entries[key]?.start == entry.start { entries[key] = nil }
            throw error
        }
    }

    package func forgetAll() { entries = [:] }
}
