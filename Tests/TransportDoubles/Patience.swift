/// Limits how long a test waits for another thread or process, by its progress and not by the clock.
///
/// ```swift
/// var patience = Patience()
/// while !isThere {
///     guard patience.goesOn(bytes.count) else { throw TimeOut() }
///     try await Task.sleep(for: .milliseconds(20))
/// }
/// ```
/// It counts polls without progress. On a busy machine everything is slow, including the test's polls, so the wait is
/// correspondingly longer. The condition is checked before each count, so a delayed test still sees it.
package struct Patience {
    private let limit: Int
    private var count = 0
    private var progress: AnyHashable?

    /// - Parameter polls: The maximum number of consecutive polls without progress.
    package init(polls: Int = 30_000) { limit = polls }

    /// Counts a poll. Returns `false` after too many polls without progress.
    package mutating func goesOn(_ progress: AnyHashable = 0) -> Bool {
        count = progress == self.progress ? count + 1 : 0
        self.progress = progress
        return count < limit
    }
}
