import QuireCore
import QuireEngine

extension AlgoliaEngine: BatchableEngine {
    /// Runs requests for any modules, up to fifty queries per call of `/1/indexes/*/queries`.
    ///
    /// The service runs either all of them or none: if it rejects one, the call throws an error.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let searches = requests.map { request in Result { try compiled(request) } }
        var pages = try await pages(of: searches.compactMap { try? $0.get() }).makeIterator()
        return try searches.compactMap { search in
            switch search {
            case .success: try pages.next().map { .success(try $0.checked()) }
            case .failure(let error): .failure(error)
            }
        }
    }
}
