import Foundation

/// The right to send, which one sender has at a time, among all processes that have the store open.
///
/// It ends by itself, so that a sender that was killed holds nobody up; on the same machine that is seen at once, by its
/// process. Should two send all the same, after a sleep that outlasted the lease, nothing is carried out twice: every
/// write names the state that it was made on.
package struct OutboxLease: Sendable, Hashable {
    package var owner: String
    package var process: Int64
    package var until: Date

    package init(owner: String, process: Int64, until: Date) {
        self.owner = owner
        self.process = process
        self.until = until
    }

    /// Whether someone else may not send now.
    ///
    /// - Parameter length: The seconds that a lease is given for: one that ends later comes from a clock that was set
    ///   back.
    func isHeld(at now: Date, length: TimeInterval) -> Bool {
        now < until && until.timeIntervalSince(now) <= length && Self.isAlive(process)
    }

    private static func isAlive(_ process: Int64) -> Bool {
        guard let number = Int32(exactly: process), number > 0 else { return true }
        return kill(number, 0) == 0 || errno != ESRCH
    }
}
