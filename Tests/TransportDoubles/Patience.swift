/// How long a test waits for what another thread or process brings about: by progress, not by the clock.
///
/// ```swift
/// var patience = Patience()
/// while !isThere {
///     guard patience.goesOn(bytes.count) else { throw TimeOut() }
///     try await Task.sleep(for: .milliseconds(20))
/// }
/// ```
/// Polls are counted that saw no progress. On a busy machine everything is slow, the polls of the test too, so the wait
/// is as much longer. What is awaited is looked at before each count: a test that was held up sees it.
package struct Patience {
    private let limit: Int
    private var count = 0
    private var progress: AnyHashable?

    /// - Parameter polls: How many polls in a row may see no progress.
    package init(polls: Int = 30_000) { limit = polls }

    /// Counts a poll; `false` where nothing has moved for too many of them.
    package mutating func goesOn(_ progress: AnyHashable = 0) -> Bool {
        count = progress == self.progress ? count + 1 : 0
        self.progress = progress
        return count < limit
    }
}
