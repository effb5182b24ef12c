import QuireEngine

/// An engine that can send a write once, whatever its settings say of repeating: who sends it again knows then that the
/// first may have arrived.
package protocol OnceWritingEngine: WritableEngine {
    /// Carries out a batch, and sends nothing of it twice.
    func writeOnce(_ batch: WriteBatch) async throws -> [WriteResult]
}

extension WritableEngine {
    /// Sends nothing twice, where the engine can tell.
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
