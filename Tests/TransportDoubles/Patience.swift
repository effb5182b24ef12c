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

/// Waits until a condition holds.
///
/// ```swift
/// try await eventually("the new book") { session.state.items.count == 3 }
/// ```
/// - Parameter expectation: What the test waits for, for the error's text.
/// - Throws: An error with the expectation and the caller's line, after ten minutes of polls at least.
package func eventually(
    _ expectation: String = "what the test waits for", file: String = #fileID, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    var patience = Patience(polls: 120_000)
    while try await !condition() {
        guard patience.goesOn() else { throw Overdue(expectation: expectation, file: file, line: line) }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// What a test waited for did not happen.
private struct Overdue: Error, CustomStringConvertible {
    let expectation: String
    let file: String
    let line: Int

    var description: String { "\(file):\(line): \(expectation) did not happen" }
}
