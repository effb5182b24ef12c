import QuireEngine

extension InMemoryEngine: SpellingEngine {
    /// Looks the words up in all items of the module.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try request.misspellings(in: instances(of: request.module), analyzer)
    }
}
