import QuireToolbox

/// Limits how many wrong credentials the server checks per minute, so that a secret cannot be guessed.
///
/// Beyond the limit, right credentials fail too: they would end the search. Tokens that were issued stay valid.
final class GuessLimit: Sendable {
    static let most = 60
    /// The length of the period in milliseconds.
    static let period: Int64 = 60_000

    private struct State {
        var count = 0
        var endsAt: Int64 = 0

        /// Whether the period is running. If the clock was set back, the period is over.
        func isRunning(_ now: Int64) -> Bool { now < endsAt && endsAt <= now + GuessLimit.period }
    }

    private let state = Locked(State())

    /// Throws after too many wrong credentials, until the period is over.
    func check(at now: Int64 = TokenIssuer.now) throws(APIError) {
        let state = state.value
        guard state.isRunning(now), state.count >= Self.most else { return }
        let seconds = (state.endsAt - now + 999) / 1_000
        var error = APIError(
            429, "The credentials were not checked: \(Self.most) were wrong. Try again in \(seconds) s.")
        error.headers = [("Retry-After", "\(seconds)")]
        throw error
    }

    /// Counts a wrong login.
    func addFailure(at now: Int64 = TokenIssuer.now) {
        state.withLock { state in
            if !state.isRunning(now) { state = State(endsAt: now + Self.period) }
            state.count += 1
        }
    }
}
