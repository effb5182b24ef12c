import Foundation

/// Blocks threads until it is opened.
package final class Gate: Sendable {
    package init() {}

    private let condition = NSCondition()
    private nonisolated(unsafe) var isOpen = false

    package func wait() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }
}
