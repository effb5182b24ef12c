import Foundation

/// Something that all tests of a process share, started when first asked for.
///
/// A start that fails is tried a second time. If that fails too, those who wait get the error, and whoever asks next
/// starts it again: no failure is kept.
final class SharedStart<Value: Sendable>: @unchecked Sendable {
    private enum State {
        case idle
        case starting([CheckedContinuation<Value, any Error>])
        case ready(Value)
    }

    private let lock = NSLock()
    private var state = State.idle
    private let start: @Sendable () throws -> Value

    /// - Parameter start: Blocks until it is up; it has a thread of its own.
    init(_ start: @escaping @Sendable () throws -> Value) { self.start = start }

    var value: Value {
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
