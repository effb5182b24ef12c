import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// An engine that reads from and writes to a store immediately, online or offline. Writes are also added to the outbox.
///
/// ```swift
/// let content = ContentClient(engine: outbox.engine)
/// let book = try await content.create(draft)      // there at once, and sent later
/// ```
/// The dates of an item remain the server's until the server responds, regardless of this device's clock.
public struct OutboxEngine: WritableEngine {
    let store: any OutboxStore
    let clock: TransportClock
    /// Creates the id of a new item.
    let newID: @Sendable (Date) -> String
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

    /// Performs a batch in the store and adds it to the outbox, in one transaction.
    ///
    /// An operation that fails locally (a conflict with the stored item, an unknown id, values that do not fit) fails
    /// immediately and is not added.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: capabilities.name)
        let now = clock.date()
        let results = try await store.outboxTransaction("write to the outbox") { transaction in
            try OutboxLedger(transaction).keep(batch, at: now, newID: newID)
        }
        if results.contains(where: \.isSuccess) { onWrite() }
        return results
    }
}

extension OutboxEngine: LiveProviding {
    package var liveSource: LiveSource? { store.live }
}
