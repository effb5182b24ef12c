import Foundation

/// Limits how many wrong credentials the server checks per minute, so that a secret cannot be guessed.
///
/// Beyond the limit, correct credentials are rejected too, since accepting them would reveal them. Issued tokens remain
/// valid.
final class GuessLimit: @unchecked Sendable {
    static let most = 60
    /// The length of the period in milliseconds.
    static let period: Int64 = 60_000

    private let lock = NSLock()
    private var count = 0
    private var endsAt: Int64 = 0

    /// Rejects logins until the period is over.
    func check(at now: Int64 = TokenIssuer.now) throws(Refusal) {
        lock.lock()
        defer { lock.unlock() }
        guard isRunning(now), count >= Self.most else { return }
        let seconds = (endsAt - now + 999) / 1_000
        var refusal = Refusal(
            429, "The credentials were not checked: \(Self.most) were wrong. Try again in \(seconds) s.")
        refusal.headers = [("Retry-After", "\(seconds)")]
        throw refusal
    }

    /// Counts a wrong login.
    func addFailure(at now: Int64 = TokenIssuer.now) {
        lock.withLock {
            if !isRunning(now) { (count, endsAt) = (0, now + Self.period) }
            count += 1
        }
    }

    /// Whether the period is running. If the clock was set back, the period is over.
    private func isRunning(_ now: Int64) -> Bool { now < endsAt && endsAt <= now + Self.period }
}
