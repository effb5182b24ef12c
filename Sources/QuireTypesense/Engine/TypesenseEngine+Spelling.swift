import QuireEngine
import QuireRemote

extension TypesenseEngine: SpellingEngine {
    /// Returns the words of a text that the searched fields do not have, in text order, each with the nearest known
    /// words.
    ///
    /// The words of the collection are loaded as a facet, and kept for `TypesenseSettings.vocabularyLifetime`.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await carryOut(
            on: request.module,
            existing: { _ in
                throw ExistingFilter.unsupported("spelling", "it has no list of the words of a field")
            }, prepared: { try await clusterMisspellings(in: request) })
    }
}
