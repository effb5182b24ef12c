import Foundation

/// Ends the test process when something hangs: a deadlock blocks the very threads that a time limit would run on.
package final class Watchdog: Sendable {
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isOver = false
    }

    private let state = State()

    package init(seconds: Int, _ what: String) {
        let thread = Thread { [state] in
            for _ in 0..<seconds * 10 {
                Thread.sleep(forTimeInterval: 0.1)
                if state.lock.withLock({ state.isOver }) { return }
            }
            FileHandle.standardError.write(Data("Watchdog: \(what) hangs after \(seconds) s.\n".utf8))
            exit(70)
        }
        thread.start()
    }

    package func stop() { state.lock.withLock { state.isOver = true } }
}
