extension ObservedEngine: SpellingEngine where Base: SpellingEngine {
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await observing("spelling", [request.module.name], counting: { .init(rows: $0.count) }) {
            try await base.misspellings(in: request)
        }
    }
}
