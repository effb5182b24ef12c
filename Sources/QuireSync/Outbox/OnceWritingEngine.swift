import QuireEngine

/// An engine that can send a write without its own retries, so that the caller knows whether an earlier attempt may
/// have arrived.
package protocol OnceWritingEngine: WritableEngine {
    /// Performs a batch without sending any part of it twice.
    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult]
}

extension WritableEngine {
    /// Sends nothing twice, if the engine supports it.
    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        guard let engine = self as? any OnceWritingEngine else { return try await write(batch) }
        return try await engine.writeOnce(batch)
    }
}

extension OfflineEngine: OnceWritingEngine where Base: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await base.writeOnce(batch)
    }
}

extension ObservedEngine: OnceWritingEngine where Base: OnceWritingEngine {
    package func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await writing(batch) { try await base.writeOnce(batch) }
    }
}
