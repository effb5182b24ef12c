import Foundation

/// A value that one thread at a time reads or changes.
///
/// It is the only lock of the package: a class that keeps its mutable properties in one `Locked` is `Sendable` by the
/// compiler's own check. The standard library's `Mutex` would need macOS 15 and iOS 18.
///
/// Unchecked, because the lock guards the state.
package final class Locked<State>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var state: State

    package init(_ state: sending State) { self.state = state }

    /// Runs the body while no other thread has the state. The body must not use the same lock again.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

extension Locked where State: Sendable {
    /// A copy of the state.
    @inlinable package var value: State { withLock { $0 } }

    /// The value of a key.
    @inlinable
    package subscript<Key: Hashable & Sendable, Value>(key: Key) -> Value? where State == [Key: Value] {
        get { withLock { $0[key] } }
        set { withLock { $0[key] = newValue } }
    }
}
