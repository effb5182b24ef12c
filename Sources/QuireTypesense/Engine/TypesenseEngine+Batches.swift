import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: BatchableEngine {
    /// Runs requests for any modules, up to fifty searches per call of `/multi_search`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        try await learn(requests)
        return try await discovering(requests) { try await TextRanking(self).responses(to: $0) }
    }
}
