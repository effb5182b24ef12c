import Foundation

/// Ends the test process if it hangs, because a deadlock can block the threads on which a time limit would run.
///
/// A process counts as hanging if it uses hardly any CPU time. On a busy machine, a process that waits for the CPU
/// still gets some time.
package final class Watchdog: Sendable {
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isOver = false
    }

    private let state = State()

    /// The share of a CPU below which a process counts as idle. A polling test uses less.
    private static let idleShare = 0.03

    /// - Parameter seconds: How long the process may be idle.
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
