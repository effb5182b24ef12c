import Foundation

/// Detects two concurrent calls.
final class OneAtATime: @unchecked Sendable {
    private let lock = NSLock()
    private var inside = 0

    /// - Returns: Whether no other call is inside.
    func enter() -> Bool {
        lock.withLock {
            inside += 1
            return inside == 1
        }
    }

    func leave() { lock.withLock { inside -= 1 } }
}
