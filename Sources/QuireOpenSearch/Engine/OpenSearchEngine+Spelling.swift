import QuireEngine
import QuireRemote

extension OpenSearchEngine: SpellingEngine {
    /// Returns the words of a text that the searched fields do not have, in text order, each with the nearest known
    /// words.
    ///
    /// The words of the index are loaded as an aggregation, and kept for `OpenSearchSettings.vocabularyLifetime`.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await clusterMisspellings(in: request)
    }
}
