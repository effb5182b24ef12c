import QuireEngine

extension InMemoryEngine: SpellingEngine {
    /// Checks the words against all items of the module.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try request.misspellings(in: instances(of: request.module), analyzer)
    }
}
