import Foundation
import QuireEngine

/// An engine that can send a write without its own retries, so that the caller knows whether an earlier attempt may
/// have arrived.
package protocol OnceWritingEngine: WritableEngine {
    /// Performs a batch without sending any part of it twice.
    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult]

    /// Creates an id that the server accepts for a new item. Defaults to one in HALO's format.
    func newItemID(at date: Date) -> String
}

extension OnceWritingEngine {
    package func newItemID(at date: Date) -> String { InstanceWriting.newID(at: date) }
}

extension WritableEngine {
    /// Sends nothing twice, if the engine supports it.
    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        guard let engine = self as? any OnceWritingEngine else { return try await write(batch) }
        return try await engine.writeOnce(batch)
    }

    /// Creates an id for a new item that is sent later.
    func laterItemID(at date: Date) -> String {
        (self as? any OnceWritingEngine)?.newItemID(at: date) ?? InstanceWriting.newID(at: date)
    }
}

extension OfflineEngine: OnceWritingEngine where Base: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await base.writeOnce(batch)
    }

    package func newItemID(at date: Date) -> String { base.newItemID(at: date) }
}

extension ObservedEngine: OnceWritingEngine where Base: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await writing(batch) { try await base.writeOnce(batch) }
    }

    package func newItemID(at date: Date) -> String { base.newItemID(at: date) }
}
