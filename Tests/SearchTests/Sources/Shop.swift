import Foundation
import Quire
import QuireHTTP
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// A remote engine and its mirror, each with one book named after it.
struct Shop {
    let remote: HeldEngine
    let local: HeldEngine
    let clock = SteppedClock()
    let source: EngineSource
    let draft = SearchDraft(Books.query())
    /// A line for each preliminary response.
    let shown = Log()

    static let timed: [MirrorStrategy] = [.fallBackOnFailure, .fallBackOnTimeout(.seconds(1))]
    static let all: [MirrorStrategy] = [.remoteOnly, .localOnly, .firstResponse, .localFirst] + timed

    static var outage: any Error {
        TransportError(.connectionRefused, HTTPRequest(.get, URL(fileURLWithPath: "/search")))
    }
    static let refusal = UnsupportedError(engine: "remote", node: "this", hint: "ask otherwise")

    /// - Parameter change: Removes capabilities of the remote engine.
    init(_ strategy: MirrorStrategy, change: (inout EngineCapabilities) -> Void = { _ in }) async throws {
        remote = HeldEngine(await Self.memory("remote"), change: change)
        local = HeldEngine(await Self.memory("local"))
        source = EngineSource(
            ContentClient(
                engine: MirroredEngine(remote: remote, local: local, strategy: strategy, clock: clock)))
    }

    /// A shop and a running search that has sent its requests to these engines and has no response yet.
    static func asked(
        _ strategy: MirrorStrategy, _ origins: SearchOrigin...
    ) async throws -> (Shop, Task<Outcome, Never>) {
        let shop = try await Shop(strategy)
        let search = shop.search()
        for origin in origins { try await shop.engine(origin).untilAsked(1) }
        return (shop, search)
    }

    /// A shop and a running search whose delay has passed: the mirror has its request too.
    static func overdue() async throws -> (Shop, Task<Outcome, Never>) {
        let (shop, search) = try await asked(.fallBackOnTimeout(.seconds(1)), .remote)
        await shop.clock.untilSleeping(1)
        shop.clock.advance(by: .seconds(1))
        try await shop.local.untilAsked(1)
        return (shop, search)
    }

    private static func memory(_ name: String) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(Books.self, [Book(id: ContentID(name), values: .init(title: name, age: 1))])
        return engine
    }

    func engine(_ origin: SearchOrigin) -> HeldEngine { origin == .remote ? remote : local }

    /// Whether no request is running and nobody waits for the clock.
    var isIdle: Bool { remote.running == 0 && local.running == 0 && clock.snapshot.deadlines.isEmpty }

    /// Waits until a race is over: the loser was cancelled and ends by itself.
    func untilIdle(file: String = #fileID, line: Int = #line) async throws {
        try await eventually("the end of what was cancelled", file: file, line: line) { isIdle }
    }

    struct Outcome: Sendable {
        var preliminary: [DraftResponse<Books>]
        var result: Result<DraftResponse<Books>, any Error>

        func response() throws -> DraftResponse<Books> { try result.get() }
        var error: (any Error)? { if case .failure(let error) = result { error } else { nil } }
    }

    func search(_ page: SearchPage<Books>? = nil) -> Task<Outcome, Never> {
        let page = page ?? SearchPage(draft, number: draft.firstPage)
        return Task { [source, shown] in
            let preliminary = Answers()
            do {
                let response = try await source.response(page) {
                    await preliminary.add($0)
                    shown.add($0.origin.rawValue)
                }
                return Outcome(preliminary: await preliminary.all, result: .success(response))
            } catch {
                return Outcome(preliminary: await preliminary.all, result: .failure(error))
            }
        }
    }

    private actor Answers {
        var all: [DraftResponse<Books>] = []

        func add(_ response: DraftResponse<Books>) { all.append(response) }
    }
}
