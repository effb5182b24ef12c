import Foundation

/// Collects lines from any thread.
package final class Log: @unchecked Sendable {
    package init() {}

    private let lock = NSLock()
    private var texts: [String] = []

    package var lines: [String] { lock.withLock { texts } }

    package func add(_ line: String) { lock.withLock { texts.append(line) } }
}
