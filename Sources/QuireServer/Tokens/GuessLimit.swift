import Foundation

/// Limits the wrong credentials that the server checks in a minute, so that a secret cannot be found by trying.
///
/// Beyond the limit, right credentials are refused too: they would end the search. Tokens that were issued stay valid.
final class GuessLimit: @unchecked Sendable {
    static let most = 60
    /// Milliseconds.
    static let period: Int64 = 60_000

    private let lock = NSLock()
    private var count = 0
    private var endsAt: Int64 = 0

    /// Refuses to check credentials until the period is over.
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

    /// Counts wrong credentials.
    func addFailure(at now: Int64 = TokenIssuer.now) {
        lock.withLock {
            if !isRunning(now) { (count, endsAt) = (0, now + Self.period) }
            count += 1
        }
    }

    /// Whether the period runs. A clock that was set back ends it.
    private func isRunning(_ now: Int64) -> Bool { now < endsAt && endsAt <= now + Self.period }
}
