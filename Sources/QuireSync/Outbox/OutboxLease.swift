import Foundation

/// The exclusive right to send, among all processes that have the store open.
///
/// It expires, so that a killed sender does not block others. On the same machine, a dead process is detected at
/// once. If two processes still send, for example after a sleep that outlasted the lease, nothing is applied twice,
/// because every write names the version that it is based on.
package struct OutboxLease: Sendable, Hashable {
    package var owner: String
    package var process: Int64
    package var until: Date

    package init(owner: String, process: Int64, until: Date) {
        self.owner = owner
        self.process = process
        self.until = until
    }

    /// Whether nobody else may send now.
    ///
    /// - Parameter length: The duration of leases in seconds. A lease that ends later than that comes from a clock that
    ///   was set back.
    func isHeld(at now: Date, length: TimeInterval) -> Bool {
        now < until && until.timeIntervalSince(now) <= length && Self.isAlive(process)
    }

    private static func isAlive(_ process: Int64) -> Bool {
        guard let number = Int32(exactly: process), number > 0 else { return true }
        return kill(number, 0) == 0 || errno != ESRCH
    }
}
