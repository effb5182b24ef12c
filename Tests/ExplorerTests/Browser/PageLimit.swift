import Foundation

/// Lets a number of tests work at the same time; others wait.
final class PageLimit: @unchecked Sendable {
    private let lock = NSLock()
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func enter() async {
        await withCheckedContinuation { continuation in
            lock.withLock {
                if free > 0 {
                    free -= 1
                    continuation.resume()
                } else {
                    waiting.append(continuation)
                }
            }
        }
    }

    func leave() {
        lock.withLock {
            if waiting.isEmpty {
                free += 1
            } else {
                waiting.removeFirst().resume()
            }
        }
    }
}
