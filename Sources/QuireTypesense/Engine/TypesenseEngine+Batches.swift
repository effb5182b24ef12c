import QuireCore
import QuireEngine

extension TypesenseEngine: BatchableEngine {
    /// Runs requests for any modules, up to fifty searches per call of `/multi_search`.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let plans = requests.map { request in Result { try plan(request) } }
        var runs = plans.compactMap { try? $0.get() }.map(SearchRun.init)
        while runs.contains(where: { !$0.isFinished }) { try await ask(&runs) }
        var ended = runs.makeIterator()
        return plans.compactMap { plan in
            switch plan {
            case .success:
                ended.next().map { run in run.failure.map { .failure($0) } ?? .success(self.response(run)) }
            case .failure(let error): .failure(error)
            }
        }
    }
}
