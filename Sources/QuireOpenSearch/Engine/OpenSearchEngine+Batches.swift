import QuireCore
import QuireEngine

extension OpenSearchEngine: BatchableEngine {
    /// Runs requests for any modules, up to a hundred searches per call of `/_msearch`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let searches = requests.map { request in Result { try compiled(request) } }
        let sent = searches.compactMap { try? $0.get() }
        var results = try await runner.results(of: sent).makeIterator()
        return searches.compactMap { search in
            switch search {
            case .success: results.next()
            case .failure(let error): .failure(error)
            }
        }
    }
}
