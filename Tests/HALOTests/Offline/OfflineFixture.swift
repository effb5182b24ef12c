import Foundation
import LoopbackServer
import Quire
import QuireHALO
import SampleModules

@testable import QuireSync

/// A server that a test can switch between states, and an engine that caches its responses.
final class OfflineFixture: Sendable {
    enum Mood: String, Sendable, CaseIterable {
        case answering, dead, slow, failing, busy, badRequest, unauthorized, forbidden, notFound

        /// The status of an error; `nil` if there is no response.
        var status: Int? {
            switch self {
            case .answering: 200
            case .dead, .slow: nil
            case .failing: 500
            case .busy: 429
            case .badRequest: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            }
        }
    }

    private final class Behaviour: @unchecked Sendable {
        private let lock = NSLock()
        private var state = (mood: Mood.answering, pages: [(needle: String, page: String)]())

        func set(_ mood: Mood) { lock.withLock { state.mood = mood } }
        func add(_ needle: String, _ page: String) {
            lock.withLock { state.pages.insert((needle, page), at: 0) }
        }

        func reply(to text: String) -> Reply {
            let (mood, pages) = lock.withLock { state }
            switch mood {
            case .answering:
                guard let page = pages.first(where: { text.contains($0.needle) || $0.needle.isEmpty }) else {
                    return .json("[]")
                }
                return .json(page.page)
            case .dead: return .failing(.reset)
            case .slow: return .failing(.hang)
            default:
                return .json(#"{"error":{"message":"No","type":"HaloError"}}"#, status: mood.status ?? 500)
            }
        }
    }

    let server: LoopbackServer
    let halo: HALOEngine
    let problems = ProblemLog()
    private let behaviour = Behaviour()

    init(timeout: Duration = .seconds(900)) throws {
        server = try LoopbackServer { [behaviour] in behaviour.reply(to: $0.text) }
        halo = HALOEngine(
            baseURL: server.url, settings: .init(timeout: timeout, retries: .never))
    }

    deinit { server.stop() }

    /// Switches the server's state.
    func become(_ mood: Mood) { behaviour.set(mood) }

    /// Sets the page for requests that contain a text, or for all requests.
    func response(_ page: String, to needle: String = "") { behaviour.add(needle, page) }

    func client(
        _ cache: any ResponseCache, _ policy: OfflinePolicy = .networkElseStored,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_000_000) }
    ) -> ContentClient { ContentClient(engine: engine(cache, policy, now: now)) }

    func engine(
        _ cache: any ResponseCache, _ policy: OfflinePolicy = .networkElseStored, scope: String = "",
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_000_000) }
    ) -> OfflineEngine<HALOEngine> {
        let settings = OfflineSettings(
            policy: policy, scope: scope, onProblem: { [problems] in problems.add($0) })
        return halo.offline(in: cache, settings: settings.at(now))
    }

    static func page(_ books: [(id: String, title: String)], number: Int = 1, total: Int = 8) -> String {
        let items = books.map { Wire.book($0.id, $0.title) }.joined(separator: ",")
        return
            #"{"pagination":{"page":\#(number),"limit":2,"offset":\#(2 * number - 2),"totalItems":\#(total),"totalPages":4},"items":[\#(items)]}"#
    }
}

extension OfflineSettings {
    /// The settings with another clock.
    func at(_ now: @escaping @Sendable () -> Date) -> OfflineSettings {
        var settings = self
        settings.now = now
        return settings
    }
}

/// The reported cache problems.
final class ProblemLog: @unchecked Sendable {
    private let lock = NSLock()
    private var problems: [OfflineProblem] = []

    var steps: [OfflineProblem.Step] { lock.withLock { problems.map(\.step) } }

    func add(_ problem: OfflineProblem) { lock.withLock { problems.append(problem) } }
}

/// A date that a test advances.
final class MovedMoment: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 1_000_000)

    var now: @Sendable () -> Date { { self.lock.withLock { self.date } } }

    func advance(_ seconds: Double) { lock.withLock { date += seconds } }
}

/// A cache that always fails.
struct BrokenCache: ResponseCache {
    struct Failure: Error {}

    func response(for key: String) throws -> CachedResponse? { throw Failure() }
    func save(_ response: CachedResponse, at now: Date) throws { throw Failure() }
    func removeExpiredResponses(at now: Date) throws { throw Failure() }
    func removeResponses(tag: String?) throws { throw Failure() }
}
