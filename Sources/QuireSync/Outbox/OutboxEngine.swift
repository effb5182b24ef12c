import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// An engine that reads a store, and writes it at once, network or not: what is written waits in the outbox beside it.
///
/// ```swift
/// let content = ContentClient(engine: outbox.engine)
/// let book = try await content.create(draft)      // there at once, and sent later
/// ```
/// The dates of an item stay the server's until the server answers, whatever the clock of this machine says.
public struct OutboxEngine: WritableEngine {
    let store: any OutboxStore
    let clock: TransportClock
    let onWrite: @Sendable () -> Void

    public var capabilities: EngineCapabilities { store.capabilities }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await store.search(requests, decoding: decoder)
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await store.searchData(request)
    }

    public func validate(_ request: SearchRequest) throws { try store.validate(request) }

    public func explain(_ request: SearchRequest) throws -> String { try store.explain(request) }

    /// Carries out a batch in the store and keeps it to be sent, in one transaction.
    ///
    /// An operation that cannot be carried out here (a conflict with what is stored, an id that is not there, values that
    /// do not fit) fails at once and is not kept.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: capabilities.name)
        let now = clock.date()
        let results = try await store.outboxTransaction("write to the outbox") { transaction in
            try OutboxLedger(transaction).keep(batch, at: now)
        }
        if results.contains(where: \.isSuccess) { onWrite() }
        return results
    }
}
