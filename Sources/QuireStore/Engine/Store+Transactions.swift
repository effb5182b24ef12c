#if SQLite
import Foundation
import QuireCore
import QuireEngine

extension Store: TransactionalEngine {
    /// Runs reads and writes in one transaction of SQLite. Other writers wait until it ends; readers do not.
    ///
    /// - Throws: The body's error, with nothing stored; `StoreError`.
    public func transaction<Result>(
        isolation: isolated (any Actor)?, _ body: (any WritableEngine) async throws -> Result
    ) async throws -> Result {
        let action = "run a transaction"
        try checkWritable(action)
        let transaction = OpenTransaction(
            writer.connections, writer.executor, location: location.description)
        try await transaction.begin(action)
        let engine = TransactionEngine(self, transaction)
        let result: Result
        do {
            result = try await OpenTransaction.$current.withValue(OpenTransaction.current + [transaction]) {
                try await body(engine)
            }
            try await transaction.commit()
        } catch {
            await transaction.rollBack()
            throw error
        }
        writer.commits.send()
        return result
    }
}

/// The engine inside a transaction of a store.
struct TransactionEngine: QueryWritingEngine, AggregatingEngine {
    private let store: Store
    private let transaction: OpenTransaction

    init(_ store: Store, _ transaction: OpenTransaction) {
        self.store = store
        self.transaction = transaction
    }

    var capabilities: EngineCapabilities {
        var capabilities = store.capabilities
        capabilities.liveQueries = false
        return capabilities
    }

    func validate(_ request: SearchRequest) throws { try store.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try store.explain(request) }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await store.responses(to: requests, decoder, reading: reading)
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        let plan = try await store.planWithVector(request)
        return try await reading(plan.request) { try store.data(for: plan, on: $0) }
    }

    private func reading<Result: Sendable>(
        _ request: SearchRequest, _ body: @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        let action = "search \"\(request.module.name)\" in a transaction"
        return try await transaction.run(action) { connection in
            // Words that the transaction has written count in its searches.
            if request.text != nil { try connection.observer?.willCommit(connection) }
            return try body(connection)
        }
    }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try store.validate(request)
        return try await reading(request.items) {
            try AggregateRunner(plan: store.plan(request), connection: $0).response()
        }
    }

    func validate(_ request: AggregateRequest) throws { try store.validate(request) }

    func explain(_ request: AggregateRequest) throws -> String { try store.explain(request) }

    func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try store.checkBatch(batch)
        return try await transaction.run(Store.batchAction, isWriting: true) {
            try StoreTransaction($0, store).carryOut(batch)
        }
    }

    func write(_ operation: WriteOperation, toItemsOf request: SearchRequest) async throws -> Int {
        let request = try store.itemsToWrite(request)
        return try await transaction.run(Store.action(writingTo: request), isWriting: true) {
            try StoreTransaction($0, store).carryOut(operation, onItemsOf: request)
        }
    }
}
#endif
