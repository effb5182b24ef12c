import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import Testing
import TransportDoubles

/// Everything at once: a load that makes the system's own calls deadlock and trap.
@Suite("Many requests at once")
struct StormTests {
    enum Act: CaseIterable {
        case plain, cancelled, late, redirected, redirectedAway, redirectedAndCancelled, reset, dropped,
            truncated, unauthorized
    }

    /// The outcome of a request; any other is a wrong response.
    enum Outcome: Hashable { case responded, cancelled, late, refused, lost, wrong(String) }

    static let total = 20_000
    static let seed: UInt64 = 0x5EED_2026

    static func act(_ number: Int) -> Act {
        var generator = SeededGenerator(seed: seed &+ UInt64(number))
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<33: return .cancelled
        case ..<43: return .late
        case ..<46: return .redirected
        case ..<48: return .redirectedAway
        case ..<51: return .redirectedAndCancelled
        case ..<53: return .reset
        case ..<55: return .dropped
        case ..<57: return .truncated
        case ..<59: return .unauthorized
        default: return .plain
        }
    }

    @Test(
        "20,000 requests with cancellations, deadlines, redirects and broken connections: no hang, no wrong response",
        arguments: Network.allCases)
    func storm(_ network: Network) async throws {
        let watchdog = Watchdog(seconds: 900, "the storm (seed \(Self.seed))")
        defer { watchdog.stop() }
        let away = try LoopbackServer(records: false) { _ in Reply(text: "must not be asked") }
        defer { away.stop() }
        let server = try LoopbackServer(records: false) { [awayURL = away.url] request in
            switch request.path {
            case "/late": Reply(text: request.text).delayed(milliseconds: 120)
            case "/redirect": Reply(307, headers: [("Location", "/echo")], text: "elsewhere")
            case "/away": Reply(308, headers: [("Location", "\(awayURL)/echo")])
            case "/reset": .failing(.reset)
            case "/drop": .failing(.closeBeforeStatus)
            case "/truncate": .failing(.truncate(after: 3), body: request.body)
            case "/401": Reply(401, headers: [("WWW-Authenticate", #"Basic realm="x""#)], text: request.text)
            default: Reply(text: request.text)
            }
        }
        defer { server.stop() }

        let transport = try network.transport(.init(maximumConnections: 32))
        let base = server.url
        let tallies = await withTaskGroup(of: [Outcome: Int].self) { group in
            for worker in 0..<128 {
                group.addTask {
                    var tally: [Outcome: Int] = [:]
                    for number in stride(from: worker, to: Self.total, by: 128) {
                        tally[await Self.perform(Self.act(number), number, base, transport), default: 0] += 1
                    }
                    return tally
                }
            }
            return await group.reduce(into: [Outcome: Int]()) { $0.merge($1, uniquingKeysWith: +) }
        }

        let wrong = tallies.filter { if case .wrong = $0.key { true } else { false } }
        #expect(wrong.isEmpty, "seed \(Self.seed)")
        #expect(tallies.values.reduce(0, +) == Self.total)
        for outcome in [Outcome.responded, .cancelled, .late, .refused, .lost] {
            #expect(tallies[outcome, default: 0] > 0, "the storm never produced \(outcome)")
        }
        #expect(away.requestCount == 0, "a redirect was followed to another origin")
        try await transport.expectNothingLeft()
    }

    private static func perform(
        _ act: Act, _ number: Int, _ base: URL, _ transport: any SettlingTransport
    ) async -> Outcome {
        let path =
            switch act {
            case .plain: "/echo"
            case .cancelled: number.isMultiple(of: 2) ? "/echo" : "/late"
            case .late: "/late"
            case .redirected, .redirectedAndCancelled: "/redirect"
            case .redirectedAway: "/away"
            case .reset: "/reset"
            case .dropped: "/drop"
            case .truncated: "/truncate"
            case .unauthorized: "/401"
            }
        let body = Data("request \(number) \(String(repeating: "·", count: number % 50))".utf8)
        var request = HTTPRequest(.post, base.appending(path: path), body: body)
        request.isRepeatable = true
        let deadline: Deadline = act == .late ? .after(.milliseconds(30)) : .after(.seconds(900))
        let task = Task { [request] in try await transport.send(request, deadline: deadline) }
        if act == .cancelled || act == .redirectedAndCancelled {
            try? await Task.sleep(for: .microseconds(number * 37 % 3000))
            task.cancel()
        }
        do {
            let response = try await task.value
            let expected = act == .unauthorized ? 401 : 200
            guard response.status == expected, response.body == body else {
                return .wrong("\(act): \(response.status), \(String(decoding: response.body, as: UTF8.self))")
            }
            switch act {
            case .plain, .cancelled, .redirected, .redirectedAndCancelled, .unauthorized, .late:
                return .responded
            default: return .wrong("\(act) answered")
            }
        } catch is CancellationError {
            return act == .cancelled || act == .redirectedAndCancelled
                ? .cancelled : .wrong("\(act) cancelled")
        } catch let error as TransportError {
            switch (act, error.kind) {
            case (.late, .timedOut): return .late
            case (.redirectedAway, .redirectRefused): return .refused
            case (.reset, .connectionLost), (.dropped, .connectionLost), (.truncated, .connectionLost):
                return .lost
            default: return .wrong("\(act): \(error)")
            }
        } catch {
            return .wrong("\(act): \(error)")
        }
    }
}
