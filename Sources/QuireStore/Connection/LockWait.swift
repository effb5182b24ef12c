#if SQLite
import CSQLite
import Foundation

/// Waits for a lock that another connection holds, for a limited time.
///
/// SQLite's own wait pauses up to 100 ms between attempts. Beside a process that writes without a pause, it would hardly
/// ever try at a moment when the lock is free. These pauses are short and random, so that every writer gets its turn.
final class LockWait {
    /// The pauses between attempts, in microseconds.
    static let pauses: ClosedRange<UInt32> = 500...2_500

    private let timeout: Duration
    // Used by one thread at a time, like its connection.
    private var start = ContinuousClock.now

    /// - Parameter timeout: In milliseconds.
    init(timeout: Int32) { self.timeout = .milliseconds(max(0, timeout)) }

    /// Installs the wait for a connection, which must keep it.
    func install(on handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_busy_handler(
            handle,
            { context, attempts in
                guard let context else { return 0 }
                let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
                return wait.pause(after: attempts) ? 1 : 0
            }, context)
    }

    /// Pauses before the next attempt. Returns `false` if the time is over.
    private func pause(after attempts: Int32) -> Bool {
        if attempts == 0 { start = .now }
        guard start.duration(to: .now) < timeout else { return false }
        usleep(.random(in: Self.pauses))
        return true
    }
}
#endif
