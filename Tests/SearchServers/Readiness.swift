import Foundation

/// Waiting for a server, on the thread that calls: by its progress, not by the clock.
///
/// A server that lives and works, however slowly, is waited for. One that has ended is given up at once, and one that
/// neither works nor writes is after a very long silence.
enum Readiness {
    /// How long a server may stand still. Busy machines leave a process waiting for minutes.
    static let silence: TimeInterval = 600
    /// What no start takes, however busy the machine: the end for a server that works and never gets there.
    static let limit: TimeInterval = 3_600

    /// Asks again and again, until there is an answer that will do.
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

    /// Asks until there is an answer, as long as one of the processes makes progress.
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
