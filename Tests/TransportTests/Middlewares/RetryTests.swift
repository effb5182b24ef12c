import Foundation
import Quire
import QuireHTTP
import Testing
import TransportDoubles

/// Which requests are retried, and when.
@Suite("Retries")
struct RetryTests {
    private let clock = ManualClock()
    private static let url = URL(fileURLWithPath: "/")

    private func request(repeatable: Bool = true) throws -> HTTPRequest {
        var request = HTTPRequest(
            .post, try #require(URL(string: "http://shop.example/search")), body: Data("b".utf8))
        request.isRepeatable = repeatable
        return request
    }

    private func transport(
        _ script: ScriptedTransport, _ policy: RetryPolicy = RetryPolicy(), jitter: Double = 0
    ) -> any Transport {
        script.wrapped(in: [RetryMiddleware(policy, clock: clock.clock, random: { jitter })])
    }

    @Test(
        "408, 429 and every 5xx are retried with exponential backoff",
        arguments: [408, 429, 500, 502, 503, 504, 599])
    func statuses(_ status: Int) async throws {
        let script = ScriptedTransport([.status(status), .status(status), .status(200)])
        let response = try await transport(script).send(request(), deadline: .never)
        #expect(response.status == 200)
        #expect(script.requests == [try request(), try request(), try request()])
        #expect(clock.slept == [.milliseconds(100), .milliseconds(200)])
    }

    @Test("Other statuses are responses", arguments: [200, 204, 301, 400, 401, 403, 404, 409, 422])
    func responses(_ status: Int) async throws {
        let script = ScriptedTransport([.status(status)])
        #expect(try await transport(script).send(request(), deadline: .never).status == status)
        #expect(clock.slept.isEmpty)
    }

    @Test(
        "Temporary transport errors are retried",
        arguments: [
            TransportError.Kind.timedOut, .connectionRefused, .connectionLost, .offline,
        ])
    func errors(_ kind: TransportError.Kind) async throws {
        let script = ScriptedTransport([.failure(kind), .status(200)])
        #expect(try await transport(script).send(request(), deadline: .never).status == 200)
        #expect(clock.slept == [.milliseconds(100)])
    }

    @Test(
        "Permanent transport errors are thrown immediately",
        arguments: [
            TransportError.Kind.insecure, .hostNotFound, .redirectRefused, .responseTooLarge, .invalidRequest,
            .proxyFailed,
            .tooManyRedirects, .invalidResponse,
        ])
    func finalErrors(_ kind: TransportError.Kind) async throws {
        let script = ScriptedTransport([.failure(kind), .status(200)])
        let error = await #expect(throws: TransportError.self) {
            try await transport(script).send(request(), deadline: .never)
        }
        #expect(error?.kind == kind)
        #expect(error?.attempts == 1)
        #expect(script.requests.count == 1)
    }

    @Test("Requests that must not be repeated are sent once")
    func notRepeatable() async throws {
        let script = ScriptedTransport([.status(503), .status(200)])
        #expect(try await transport(script).send(request(repeatable: false), deadline: .never).status == 503)
        let failing = ScriptedTransport([.failure(.connectionLost), .status(200)])
        await #expect(throws: TransportError.self) {
            try await transport(failing).send(request(repeatable: false), deadline: .never)
        }
        #expect(script.requests.count + failing.requests.count == 2)
    }

    @Test("Idempotent methods are repeatable by default; POST and PATCH are not")
    func methods() {
        let repeatable = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"].filter {
            HTTPRequest(HTTPRequest.Method(rawValue: $0), Self.url).isRepeatable
        }
        #expect(repeatable == ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])
    }

    @Test("After the last attempt, the caller gets its response or error, with the number of attempts")
    func last() async throws {
        let script = ScriptedTransport([.status(500), .status(502), .status(503), .status(200)])
        #expect(try await transport(script).send(request(), deadline: .never).status == 503)
        let failing = ScriptedTransport([
            .failure(.offline), .status(500), .failure(.connectionLost), .status(200),
        ])
        let error = await #expect(throws: TransportError.self) {
            try await transport(failing).send(request(), deadline: .never)
        }
        #expect(error?.kind == .connectionLost)
        #expect(error?.attempts == 3)
        #expect(error?.description.contains("after 3 attempts") == true)
    }

    @Test("Cancellation is never retried")
    func cancellation() async throws {
        let script = ScriptedTransport([.cancellation, .status(200)])
        await #expect(throws: CancellationError.self) {
            try await transport(script).send(request(), deadline: .never)
        }
        #expect(script.requests.count == 1)
    }

    @Test(
        "Retry-After is respected as seconds, as each of the three date forms, and as a past date",
        arguments: [
            ("7", 7.0), ("0", 0), (" 3 ", 3), ("Sun, 06 Nov 1994 08:49:42 GMT", 5),
            ("Sunday, 06-Nov-94 08:49:39 GMT", 2), ("Sun Nov  6 08:49:57 1994", 20),
            ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
        ])
    func retryAfter(_ value: String, _ seconds: Double) async throws {
        let script = ScriptedTransport([.status(429, ["retry-after": value]), .status(200)])
        #expect(try await transport(script).send(request(), deadline: .never).status == 200)
        #expect(clock.slept == [.seconds(seconds)])
    }

    @Test(
        "An invalid Retry-After is ignored",
        arguments: ["", "soon", "-1", "1.5", "Sun, 99 Nov 1994 08:49:37 GMT"])
    func nonsense(_ value: String) async throws {
        let script = ScriptedTransport([.status(503, ["Retry-After": value]), .status(200)])
        #expect(try await transport(script).send(request(), deadline: .never).status == 200)
        #expect(clock.slept == [.milliseconds(100)])
    }

    @Test(
        "A Retry-After beyond the limit is not awaited",
        arguments: ["31", "99999999999999999999999"])
    func tooLong(_ value: String) async throws {
        let script = ScriptedTransport([.status(503, ["Retry-After": value]), .status(200)])
        #expect(try await transport(script).send(request(), deadline: .never).status == 503)
        #expect(clock.slept.isEmpty)
    }

    @Test("All attempts and waits share one deadline: a wait that would exceed it does not start")
    func deadline() async throws {
        let deadline = Deadline(clock.start + .milliseconds(250))
        let script = ScriptedTransport(Array(repeating: .status(503), count: 10))
        let transport = transport(script, RetryPolicy(maximumAttempts: 10))
        #expect(try await transport.send(request(), deadline: deadline).status == 503)
        #expect(clock.slept == [.milliseconds(100)], "100 + 200 ms would pass 250 ms")
        #expect(script.deadlines == [deadline, deadline])
    }

    @Test("An attempt may have its own timeout, never beyond the deadline")
    func attemptTimeout() async throws {
        let deadline = Deadline(clock.start + .milliseconds(1000))
        let script = ScriptedTransport([.failure(.timedOut), .failure(.timedOut), .status(200)])
        let transport = transport(script, RetryPolicy(attemptTimeout: .milliseconds(800)))
        _ = try await transport.send(request(), deadline: deadline)
        #expect(
            script.deadlines == [
                Deadline(clock.start + .milliseconds(800)), Deadline(clock.start + .milliseconds(900)),
                deadline,
            ])
    }

    @Test("Delays double up to a maximum; jitter varies each within its upper half")
    func waits() {
        let policy = RetryPolicy(baseDelay: .milliseconds(100), maximumDelay: .milliseconds(500))
        #expect(
            (1...5).map { policy.delay(afterAttempts: $0, jitter: 0) }
                == [50, 100, 200, 250, 250].map { .milliseconds($0) })
        #expect(policy.delay(afterAttempts: 1, jitter: 0.5) == .milliseconds(75))
        #expect(policy.delay(afterAttempts: 9, jitter: 1) == .milliseconds(500))
        #expect(policy.delay(afterAttempts: .max, jitter: 7) == .milliseconds(500))
        let still = RetryPolicy(baseDelay: .zero)
        #expect(still.delay(afterAttempts: 50, jitter: 1) == .zero)
    }

    @Test("Streams are retried in the same way")
    func streams() async throws {
        let script = ScriptedTransport([.status(503), .failure(.connectionLost), .status(200, [:], "body")])
        let stream = try await transport(script).stream(request(), deadline: .never)
        #expect(try await stream.body(atMost: 100) == Data("body".utf8))
        #expect(clock.slept.count == 2)
    }

    @Test("Header dates agree with Foundation's calendar over centuries")
    func dates() {
        var generator = SeededGenerator(seed: 7)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<500 {
            // From 1700 to 2500.
            let seconds = Int.random(in: -8_520_336_000...16_725_225_600, using: &generator)
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(HTTPDate.secondsSince1970(text) == seconds, "\(text)")
        }
    }
}
