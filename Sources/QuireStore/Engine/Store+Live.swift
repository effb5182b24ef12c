#if SQLite
import QuireCore
import QuireEngine

extension Store: LiveEngine, LiveProviding {
    package func watchCommits() async -> CommitWatch {
        let watch = commits.watch()
        otherWriters.startCounting()
        return watch
    }

    package func reading<Result: Sendable>(
        _ body: @Sendable (any AggregatingEngine) async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let snapshot = OpenTransaction(
            readers, QueueExecutor(label: "quire.store.live"), location: location.description)
        try await snapshot.begin("read for a live query", .deferred)
        let engine = TransactionEngine(self, snapshot)
        do {
            let result = try await OpenTransaction.$current.withValue(OpenTransaction.current + [snapshot]) {
                try await body(engine)
            }
            try await snapshot.finishReading()
            return result
        } catch {
            // If the tables have changed, that is the error.
            if snapshot.isOpen.value { try await snapshot.finishReading() }
            throw error
        }
    }

    package func storedModule(_ module: ModuleDescriptor) -> ModuleDescriptor {
        layouts.named(module.name)?.module ?? module
    }
}
#endif
