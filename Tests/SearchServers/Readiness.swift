import Foundation

/// Waits for a server on the calling thread, depending on its progress and not on the clock.
///
/// A server that makes progress is awaited, however slow it is. Waiting ends immediately if the server has ended, and
/// after a very long time if it neither computes nor writes.
enum Readiness {
    /// How many seconds a server may make no progress. On busy machines a process may wait for minutes.
    static let silence: TimeInterval = 600
    /// The maximum number of seconds for a start, in case a server makes progress but never becomes ready.
    static let limit: TimeInterval = 3_600

    /// Repeats a request until there is an acceptable response.
    ///
    /// - Throws: `SearchServerFailure` with the end of the server's log; `CancellationError`.
    static func wait<Value>(
        for process: GuardedProcess, _ cancellation: Cancellation = Cancellation(), _ ask: () throws -> Value?
    ) throws -> Value {
        try wait(
            "was not ready", for: [process], cancellation,
            check: {
                if let code = process.exitCode { throw process.failure("ended with code \(code)") }
                if process.isAbandoned { throw process.failure("was not started, or its guard was killed") }
            }, ask)
    }

    /// Repeats a request until there is a response, as long as one of the processes makes progress.
    static func wait<Value>(
        _ failure: String, for processes: [GuardedProcess], _ cancellation: Cancellation = Cancellation(),
        check: () throws -> Void = {}, _ ask: () throws -> Value?
    ) throws -> Value {
        let start = Date()
        var last = start
        var progress = processes.map(\.progress)
        while true {
            try cancellation.check()
            try check()
            if let value = try ask() { return value }
            let now = Date()
            let new = processes.map(\.progress)
            if new != progress { (progress, last) = (new, now) }
            let end: String? =
                if now.timeIntervalSince(last) > silence {
                    "\(failure) and stood still for \(Int(silence)) s"
                } else if now.timeIntervalSince(start) > limit {
                    "\(failure) after \(Int(limit)) s"
                } else { nil }
            if let end {
                throw SearchServerFailure(processes.map { "\($0.failure(end))" }.joined(separator: "\n"))
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
