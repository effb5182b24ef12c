import Foundation

/// Runs blocking code on a separate thread, because tests may occupy all threads of the cooperative pool for minutes.
enum OwnThread {
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread { continuation.resume(with: Result { try body(cancellation) }) }.start()
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Tells a thread that the task waiting for it was cancelled.
final class Cancellation: @unchecked Sendable {
    private let lock = NSLock()
    private var isCancelled = false

    func cancel() { lock.withLock { isCancelled = true } }

    func check() throws {
        if lock.withLock({ isCancelled }) { throw CancellationError() }
    }
}
