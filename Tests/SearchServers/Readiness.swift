import Foundation
import Quire

/// Waiting for a server to be up.
enum Readiness {
    /// How long a start may take; on a busy machine it takes its time.
    static let limit = Duration.seconds(120)

    static let transport = URLSessionTransport()

    /// Asks again and again, until there is an answer that will do.
    ///
    /// - Throws: `SearchServerFailure` with the end of the server's log: it has ended, or the limit has passed.
    static func wait<Value>(
        for process: GuardedProcess, _ ask: () async throws -> Value?
    ) async throws -> Value {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < limit {
            if let code = process.exitCode { throw process.failure("ended with code \(code)") }
            if process.isAbandoned { throw process.failure("was not started, or its guard was killed") }
            if let value = try await ask() { return value }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw process.failure("was not ready after \(limit)")
    }

    /// The answer's body where it is a 200; `nil` for anything else, no answer included.
    static func get(_ url: URL, _ headers: HTTPHeaders = HTTPHeaders()) async throws -> Data? {
        do {
            let request = HTTPRequest(.get, url, headers: headers)
            let answer = try await transport.send(request, deadline: .after(.seconds(2)))
            return answer.status == 200 ? answer.body : nil
        } catch is TransportError {
            return nil
        }
    }
}
