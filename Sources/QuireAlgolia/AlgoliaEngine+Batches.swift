public import Quire

extension AlgoliaEngine: BatchableEngine {
    /// Runs requests over any modules: up to fifty queries in one call of `/1/indexes/*/queries`.
    ///
    /// The service answers to all of them or to none: one that it refuses is thrown.
    public func answers(to requests: [SearchRequest]) async throws -> [Result<EngineAnswer, any Error>] {
        let searches = requests.map { request in Result { try CompiledSearch(request, self) } }
        var answered = try await pages(of: searches.compactMap { try? $0.get() }).makeIterator()
        return searches.compactMap { search in
            switch search {
            case .success: answered.next().map { .success($0) }
            case .failure(let error): .failure(error)
            }
        }
    }
}
