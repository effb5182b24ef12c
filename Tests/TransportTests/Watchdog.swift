import Foundation

/// Ends the test process when something hangs: a deadlock blocks the very threads that a time limit would run on.
final class Watchdog: Sendable {
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isOver = false
    }

    private let state = State()

    init(seconds: Int, _ what: String) {
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

    func stop() { state.lock.withLock { state.isOver = true } }
}

/// A generator of repeatable randomness (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
