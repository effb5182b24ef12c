import Foundation

/// Ends the test process when something hangs: a deadlock blocks the very threads that a time limit would run on.
///
/// A process hangs when it does not compute. One that waits for the processor on a busy machine still gets a part of it.
package final class Watchdog: Sendable {
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isOver = false
    }

    private let state = State()

    /// The part of a processor below which a process stands still; a test that polls takes less.
    private static let idleShare = 0.03

    /// - Parameter seconds: How long the process may stand still.
    package init(seconds: Int, _ what: String) {
        let thread = Thread { [state] in
            let window = 5.0
            var stalled = 0.0
            var computed = ProcessorTime.own
            while stalled < Double(seconds) {
                for _ in 0..<Int(window * 10) {
                    Thread.sleep(forTimeInterval: 0.1)
                    if state.lock.withLock({ state.isOver }) { return }
                }
                let now = ProcessorTime.own
                stalled = now - computed < window * Self.idleShare ? stalled + window : 0
                computed = now
            }
            FileHandle.standardError.write(
                Data("Watchdog: \(what) hangs: the process stood still for \(seconds) s.\n".utf8))
            exit(70)
        }
        thread.start()
    }

    package func stop() { state.lock.withLock { state.isOver = true } }
}
