#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireStore
import SampleModules
import Testing
import TransportDoubles

import QuireServer

/// The client and the server under many faults at once.
@Suite("A storm over HALO's wire", .serialized)
struct StormTests {
    typealias Act = StormFaults.Act

    /// The outcome of a request; any other is a wrong response.
    enum Outcome: Hashable {
        case responded, created, cancelled, late, refused, rejected, lost, wrong(String)
    }

    enum Network: String, CaseIterable, CustomTestStringConvertible {
        case session, curl

        var testDescription: String { rawValue }

        func transport() throws -> any Transport {
            switch self {
            case .session: URLSessionTransport(.init(maximumConnections: 24))
            case .curl: try CurlTransport(.init(maximumConnections: 24))
            }
        }
    }

    static let total = 20_000
    static let seed: UInt64 = 0x5EED_1974

    static func act(_ number: Int) -> Act {
        var generator = SeededGenerator(seed: seed &+ UInt64(number))
        return switch Int.random(in: 0..<100, using: &generator) {
        case ..<30: .cancelled
        case ..<36: .late
        case ..<39: .redirected
        case ..<41: .redirectedAway
        case ..<43: .reset
        case ..<45: .dropped
        case ..<47: .truncated
        case ..<49: .limited
        case ..<51: .unavailable
        case ..<57: .expired
        case ..<58: .unauthorized
        case ..<63: .create
        case ..<64: .createReset
        case ..<65: .createLost
        default: .search
        }
    }

    @Test(
        "20,000 requests with cancellations, deadlines, redirects, resets and refreshes: no hang, no wrong response",
        arguments: Network.allCases)
    func storm(_ network: Network) async throws {
        let watchdog = Watchdog(seconds: 900, "the storm over \(network) (seed \(Self.seed))")
        defer { watchdog.stop() }
        let storm = try await Storm(network)
        let tallies = await withTaskGroup(of: [Outcome: Int].self) { group in
            for worker in 0..<96 {
                group.addTask {
                    var tally: [Outcome: Int] = [:]
                    for number in stride(from: worker, to: Self.total, by: 96) {
                        tally[await storm.perform(Self.act(number), number), default: 0] += 1
                    }
                    return tally
                }
            }
            return await group.reduce(into: [Outcome: Int]()) { $0.merge($1, uniquingKeysWith: +) }
        }

        let wrong = tallies.filter { if case .wrong = $0.key { true } else { false } }
        #expect(wrong.isEmpty, "seed \(Self.seed)")
        #expect(tallies.values.reduce(0, +) == Self.total)
        for outcome in [Outcome.responded, .created, .cancelled, .late, .refused, .rejected, .lost] {
            #expect(tallies[outcome, default: 0] > 0, "the storm never produced \(outcome)")
        }
        #expect(await storm.awayCount() == 0, "a redirect was followed to another origin")
        try await storm.expectCreatesOnce(confirmed: tallies[.created, default: 0])
        // Each rejected token causes at most one token request, and concurrent rejections share it.
        let rejections = (0..<Self.total).count { [.expired, .unauthorized].contains(Self.act($0)) }
        #expect(storm.faults.tokenRequestCount <= rejections + 1)
        #expect(storm.faults.tokenRequestCount >= 2)
        await storm.stop()
    }
}

/// Servers and clients of a storm.
private struct Storm: Sendable {
    let faults: StormFaults
    private let store: Store
    private let server: DevelopmentServer
    private let away: DevelopmentServer
    private let awayAsked = Tally()
    private let content: ContentClient
    private let hurried: ContentClient
    private let confirmed = Tally()

    private static let titles = (0..<200).map { "Book \($0 + 1000)" }

    init(_ network: StormTests.Network) async throws {
        let awayOptions = { [awayAsked] in
            var options = DevelopmentServer.Options()
            options.faults = { _ in
                awayAsked.add("asked")
                return nil
            }
            return options
        }()
        away = try DevelopmentServer(
            store: try await Store(.memory, modules: [Books.descriptor]),
            modules: [ServedModule(Books.descriptor)],
            options: awayOptions)
        try await away.start()
        let faults = StormFaults(away: away.url)
        self.faults = faults
        store = try await Store(.memory, modules: [Books.descriptor, Authors.descriptor])
        try await store.upsert(
            Self.titles.enumerated().map { index, title in
                Content<Books>(
                    id: ContentID("\(index + 1000)"), name: title, values: .init(title: title, age: index))
            })
        var options = DevelopmentServer.Options()
        options.credentials = .init(clientID: "storm", clientSecret: "s3cret")
        options.faults = { faults.fault(for: $0) }
        server = try DevelopmentServer(
            store: store, modules: [ServedModule(Books.descriptor), ServedModule(Authors.descriptor)],
            options: options)
        try await server.start()

        let url = server.url
        let transport = try network.transport()
        let authorization = HALOAuthorization(
            baseURL: url, credentials: .app(id: "storm", secret: "s3cret"), transport: transport)
        let retries = RetryPolicy(maximumAttempts: 4, baseDelay: .milliseconds(2))
        func client(_ timeout: Duration) -> ContentClient {
            ContentClient(
                engine: HALOEngine(
                    baseURL: url, authorization: authorization,
                    settings: .init(timeout: timeout, retries: retries),
                    transport: transport.wrapped(in: [StormLabel()])))
        }
        content = client(.seconds(900))
        hurried = client(.milliseconds(60))
        // Gets a token before the storm begins.
        _ = try await content.fetch(Books.query().page(1, size: 1))
    }

    func perform(_ act: StormTests.Act, _ number: Int) async -> StormTests.Outcome {
        let task = Task {
            try await StormLabel.$label.withValue("\(act.rawValue) \(number)") {
                act.isCreate ? try await create(number) : try await search(act, number)
            }
        }
        if act == .cancelled {
            try? await Task.sleep(for: .microseconds(number * 37 % 3000))
            task.cancel()
        }
        do {
            let outcome = try await task.value
            switch act {
            case .late, .redirectedAway, .unauthorized, .createReset, .createLost:
                return .wrong("\(act) answered")
            default: return outcome
            }
        } catch {
            return outcome(of: error, act)
        }
    }

    private func search(_ act: StormTests.Act, _ number: Int) async throws -> StormTests.Outcome {
        let start = number % 150
        let query = Books.query().where(\.age >= start && \.age < 200).sort(by: \.title).page(1, size: 20)
        let page = try await (act == .late ? hurried : content).fetch(query)
        let expected = Self.titles[start..<start + 20]
        guard page.map(\.title) == Array(expected), page.pageInfo.totalItems == 200 - start else {
            return .wrong("\(act): \(page.map(\.title)), \(page.pageInfo)")
        }
        return .responded
    }

    private func create(_ number: Int) async throws -> StormTests.Outcome {
        var draft = ContentDraft<Books>()
        draft.title = .set("Created \(number)")
        draft.age = .set(1000 + number)
        draft.price = .set(1)
        draft.active = .set(true)
        let book = try await content.create(draft)
        guard book.title == "Created \(number)" else { return .wrong("created \(book.title)") }
        confirmed.add(book.title)
        return .created
    }

    private func outcome(of error: any Error, _ act: StormTests.Act) -> StormTests.Outcome {
        switch (act, error) {
        case (.cancelled, is CancellationError): return .cancelled
        case (.late, let error as TransportError) where error.kind == .timedOut: return .late
        case (.late, let error as AuthorizationError) where error.kind == .timedOut: return .late
        case (.redirectedAway, let error as TransportError) where error.kind == .redirectRefused:
            return .refused
        case (.unauthorized, let error as HALOError) where error.status == 401: return .rejected
        case (.createReset, let error as TransportError) where error.kind == .connectionLost: return .lost
        case (.createLost, let error as TransportError) where error.kind == .connectionLost: return .lost
        default: return .wrong("\(act): \(error)")
        }
    }

    /// Every confirmed create exists, and none exists twice. Of the creates without a response, those that were
    /// carried out exist once.
    func expectCreatesOnce(confirmed count: Int) async throws {
        let titles = try await ContentClient(engine: store)
            .all(Books.query().where(\.age >= 1000).page(1, size: 500))
            .reduce(into: [String: Int]()) { $0[$1.title, default: 0] += 1 }
        #expect(titles.values.allSatisfy { $0 == 1 })
        #expect(confirmed.counts.count == count)
        #expect(Set(confirmed.counts.keys).isSubset(of: Set(titles.keys)))
        let lost = (0..<StormTests.total).filter { StormTests.act($0) == .createLost }.map { "Created \($0)" }
        #expect(Set(lost).isSubset(of: Set(titles.keys)), "an unanswered write was not carried out")
        #expect(titles.count == count + lost.count)
    }

    func awayCount() async -> Int { awayAsked.counts["asked"] ?? 0 }

    func stop() async {
        await server.stop()
        await away.stop()
    }
}

/// Adds a header with the fault to each request.
private struct StormLabel: TransportMiddleware {
    @TaskLocal static var label: String?

    func send(_ request: HTTPRequest, deadline: Deadline, next: any Transport) async throws -> HTTPResponse {
        var request = request
        request.headers[StormFaults.header] = Self.label
        return try await next.send(request, deadline: deadline)
    }
}

/// Counts by name, from any thread.
private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [String: Int] = [:]

    var counts: [String: Int] { lock.withLock { numbers } }

    func add(_ name: String) { lock.withLock { numbers[name, default: 0] += 1 } }
}
#endif
