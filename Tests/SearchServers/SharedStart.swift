import Foundation

/// A value that all tests of a process share and that is created on first use.
///
/// A failed start is repeated once. If that fails too, the waiting tests get the error, and the next use tries again.
package final class SharedStart<Value: Sendable>: @unchecked Sendable {
    private enum State {
        case idle
        case starting([CheckedContinuation<Value, any Error>])
        case ready(Value)
    }

    private let lock = NSLock()
    private var state = State.idle
    private let start: @Sendable () throws -> Value

    /// - Parameter start: Blocks until the value is ready; runs on a separate thread.
    package init(_ start: @escaping @Sendable () throws -> Value) { self.start = start }

    package var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                lock.lock()
                switch state {
                case .ready(let value):
                    lock.unlock()
                    continuation.resume(returning: value)
                case .starting(let waiting):
                    state = .starting(waiting + [continuation])
                    lock.unlock()
                case .idle:
                    state = .starting([continuation])
                    lock.unlock()
                    Thread { self.run() }.start()
                }
            }
        }
    }

    private func run() {
        var result = Result { try start() }
        if case .failure = result { result = Result { try start() } }
        let waiting = lock.withLock {
            guard case .starting(let waiting) = state else {
                return [CheckedContinuation<Value, any Error>]()
            }
            if case .success(let value) = result { state = .ready(value) } else { state = .idle }
            return waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }
}
