import Foundation

/// An engine that can be written to.
public protocol WritableEngine: ContentEngine {
    /// Carries out a batch, in the order of `WriteOperation.Kind`.
    ///
    /// - Returns: What became of each operation, in the batch's order.
    /// - Throws: `UnsupportedError` before any I/O; the engine's errors where nothing is known of any operation.
    func write(_ batch: WriteBatch) async throws -> [WriteResult]
}

/// What became of one operation.
public enum WriteResult: Sendable, Hashable {
    /// The item is stored; its instance as JSON, as the engine holds it now.
    case stored(Data)
    /// The item is gone; its instance as JSON, where the engine says.
    case deleted(Data?)
    /// All items of the module are gone; how many there were, where the engine says.
    case truncated(Int?)
    case failed(WriteFailure)

    /// Whether the operation was carried out.
    public var isSuccess: Bool {
        if case .failed = self { false } else { true }
    }
}
