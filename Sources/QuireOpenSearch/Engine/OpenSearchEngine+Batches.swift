import QuireCore
import QuireEngine
import QuireRemote

extension OpenSearchEngine: BatchableEngine {
    /// Runs requests for any modules, up to a hundred searches per call of `/_msearch`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        try await TextRanking(self).responses(to: requests)
    }
}
