import QuireCore

extension ObservedEngine: WritableEngine where Base: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await writing(batch) { try await base.write(batch) }
    }

    /// Runs a write of any kind and calls the observer before and after it.
    package func writing(
        _ batch: WriteBatch, _ write: () async throws -> [WriteResult]
    ) async throws -> [WriteResult] {
        try await observing(
            "write", batch.operations.map(\.module.name),
            counting: { results in .init(rows: results.count { $0.isSuccess }) }, write)
    }
}

extension ObservedEngine: QueryWritingEngine where Base: QueryWritingEngine {
    public func write(_ operation: WriteOperation, toItemsOf request: SearchRequest) async throws -> Int {
        try await observing("write", [operation.module.name], counting: { .init(rows: $0) }) {
            try await base.write(operation, toItemsOf: request)
        }
    }
}

extension ObservedEngine: TransactionalEngine where Base: TransactionalEngine {
    public func transaction<Result>(
        isolation: isolated (any Actor)?, _ body: (any WritableEngine) async throws -> Result
    ) async throws -> Result {
        try await base.transaction(isolation: isolation) { try await body(observed($0)) }
    }

    private func observed(_ engine: some WritableEngine) -> any WritableEngine {
        ObservedEngine<_>(engine, by: observer)
    }
}
