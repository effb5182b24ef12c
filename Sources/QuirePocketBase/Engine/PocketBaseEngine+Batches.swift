import QuireCore
import QuireEngine

extension PocketBaseEngine: BatchableEngine {
    /// Runs requests for any modules, up to four at a time. PocketBase takes one search per call.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let plans = requests.map { request in Result { try plan(request) } }
        var found = try await responses(to: plans.compactMap { try? $0.get() }).makeIterator()
        return plans.compactMap { plan in
            switch plan {
            case .success: found.next()
            case .failure(let error): .failure(error)
            }
        }
    }

    func responses(to plans: [SearchParts]) async throws -> [Result<EngineResponse, any Error>] {
        let runner = runner
        let (unfinished, connection) = (unfinishedColumns, connection)
        return try await withThrowingTaskGroup(of: (Int, Result<EngineResponse, any Error>).self) { group in
            var results: [Result<EngineResponse, any Error>?] = Array(repeating: nil, count: plans.count)
            for (index, plan) in plans.enumerated() {
                if index >= Self.searchesAtOnce, let (done, result) = try await group.next() {
                    results[done] = result
                }
                group.addTask {
                    do {
                        for part in plan.parts {
                            try await unfinished.check(
                                [part.filter ?? "", part.order.text], of: part.layout, on: connection)
                        }
                        let response = try await plan.response(runner)
                        return (index, .success(response))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for try await (index, result) in group { results[index] = result }
            return results.compactMap { $0 }
        }
    }

    private static let searchesAtOnce = 4
}
